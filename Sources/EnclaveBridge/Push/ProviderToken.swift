import CollabWire
import Crypto
import Foundation

/// The token that tells APNs who pushes: minted at the first push, kept for fifty minutes, minted once more when Apple
/// calls it expired. One per environment (Apple refuses more than one new token in twenty minutes).
final class ProviderToken: Sendable {
    /// An account's signing key.
    struct Account: Sendable {
        var key: SignatureKey
        /// Ten characters, from the developer account.
        var keyId: String
        var teamId: String
    }

    private struct Minted {
        var text: String
        /// Seconds since 1970.
        var at: Int
        /// Minted because Apple called the one before expired.
        var isReplacement: Bool
    }

    /// Seconds.
    enum Age {
        /// A token is used for so long. Apple wants a new one after 20 to 60 minutes.
        static let refresh = 50 * 60
        /// No new token before the last one is this old, unless Apple itself asks.
        static let youngest = 20 * 60
    }

    private let account: Account
    private let minted = BridgeLock<Minted?>(nil)
    private let count = BridgeLock(0)

    /// Mints nothing yet.
    init(_ account: Account) { self.account = account }

    /// How many tokens were minted.
    var mintCount: Int { count.withLock { $0 } }

    /// The token to push with now.
    /// - Parameter now: seconds since 1970.
    func current(now: Int) throws(CryptoError) -> String {
        let outcome: Result<String, CryptoError> = minted.withLock { minted in
            if let current = minted, now - current.at < Age.refresh, now >= current.at - 60 {
                return .success(current.text)
            }
            return mint(&minted, now: now, isReplacement: false)
        }
        return try outcome.get()
    }

    /// Apple called a token expired. A new one is minted once; when Apple refuses that too, the clock is wrong.
    /// - Returns: the token to try again with, or nil when trying again is of no use.
    func expired(_ text: String, now: Int) throws(CryptoError) -> String? {
        let outcome: Result<String?, CryptoError> = minted.withLock { minted in
            guard let current = minted else { return mint(&minted, now: now, isReplacement: true).map { $0 } }
            // Another push was told the same and has minted already.
            if current.text != text { return .success(current.text) }
            if current.isReplacement, now - current.at < Age.youngest { return .success(nil) }
            return mint(&minted, now: now, isReplacement: true).map { $0 }
        }
        return try outcome.get()
    }

    private func mint(_ minted: inout Minted?, now: Int, isReplacement: Bool) -> Result<String, CryptoError> {
        do throws(CryptoError) {
            let head = "{\"alg\":\"ES256\",\"kid\":\"\(account.keyId)\"}"
            let claims = "{\"iss\":\"\(account.teamId)\",\"iat\":\(now)}"
            let unsigned = Base64URL.encode(Array(head.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
            let signature = try account.key.sign(Array(unsigned.utf8))
            let text = unsigned + "." + Base64URL.encode(signature)
            minted = Minted(text: text, at: now, isReplacement: isReplacement)
            count.withLock { $0 += 1 }
            return .success(text)
        } catch {
            return .failure(error)
        }
    }
}
