// error: call can throw
import CryptoKit

func seal(_ data: Data, _ key: SymmetricKey) -> AES.GCM.SealedBox { AES.GCM.seal(data, using: key) }
