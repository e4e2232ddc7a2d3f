#if os(Linux)
    import COpenSSL

    /// X25519 (RFC 7748) on bytes; ``AgreementKey`` is the face of it.
    enum X25519 {
        static func publicKey(of secret: [UInt8]) throws(CryptoError) -> [UInt8] {
            try OpenSSL.prepare()
            guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, secret, secret.count) else {
                throw .libraryFailure("EVP_PKEY_new_raw_private_key")
            }
            defer { EVP_PKEY_free(key) }
            var bytes = [UInt8](repeating: 0, count: AgreementKey.byteCount)
            var count = bytes.count
            guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, count == bytes.count else {
                throw .libraryFailure("EVP_PKEY_get_raw_public_key")
            }
            return bytes
        }

        static func agree(secret: [UInt8], with publicKey: [UInt8]) throws(CryptoError) -> [UInt8] {
            try OpenSSL.prepare()
            guard let own = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, secret, secret.count) else {
                throw .libraryFailure("EVP_PKEY_new_raw_private_key")
            }
            defer { EVP_PKEY_free(own) }
            guard let other = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nil, publicKey, publicKey.count) else {
                throw .libraryFailure("EVP_PKEY_new_raw_public_key")
            }
            defer { EVP_PKEY_free(other) }
            guard let context = EVP_PKEY_CTX_new(own, nil) else { throw .libraryFailure("EVP_PKEY_CTX_new") }
            defer { EVP_PKEY_CTX_free(context) }
            var shared = [UInt8](repeating: 0, count: AgreementKey.byteCount)
            var count = shared.count
            guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other) == 1,
                EVP_PKEY_derive(context, &shared, &count) == 1, count == shared.count
            else {
                ERR_clear_error()
                throw .libraryFailure("EVP_PKEY_derive")
            }
            return shared
        }
    }
#endif
