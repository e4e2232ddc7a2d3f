// error: must be unwrapped
import CryptoKit

func bytes(_ box: AES.GCM.SealedBox) -> Data { box.combined }
