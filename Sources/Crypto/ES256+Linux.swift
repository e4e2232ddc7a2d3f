#if os(Linux)
    import COpenSSL

    /// ECDSA over P-256 with SHA-256, on bytes; ``SignatureKey`` is the face of it.
    enum ES256 {
        static func newKey() throws(CryptoError) -> [UInt8] {
            try OpenSSL.prepare()
            guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else {
                throw .libraryFailure("EVP_PKEY_CTX_new_id")
            }
            defer { EVP_PKEY_CTX_free(context) }
            var key: OpaquePointer?
            guard EVP_PKEY_keygen_init(context) == 1,
                EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
                EVP_PKEY_keygen(context, &key) == 1, let key
            else { throw .libraryFailure("EVP_PKEY_keygen") }
            defer { EVP_PKEY_free(key) }
            guard let info = EVP_PKEY2PKCS8(key) else { throw .libraryFailure("EVP_PKEY2PKCS8") }
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            let size = i2d_PKCS8_PRIV_KEY_INFO(info, nil)
            guard size > 0 else { throw .libraryFailure("i2d_PKCS8_PRIV_KEY_INFO") }
            var der = [UInt8](repeating: 0, count: Int(size))
            let written = der.withUnsafeMutableBufferPointer { buffer in
                var cursor = buffer.baseAddress
                return i2d_PKCS8_PRIV_KEY_INFO(info, &cursor)
            }
            guard written == size else { throw .libraryFailure("i2d_PKCS8_PRIV_KEY_INFO") }
            return der
        }

        static func publicKey(of der: [UInt8]) throws(CryptoError) -> [UInt8] {
            try OpenSSL.prepare()
            let key = try load(der)
            defer { EVP_PKEY_free(key) }
            var encoded: UnsafeMutablePointer<UInt8>?
            let size = EVP_PKEY_get1_encoded_public_key(key, &encoded)
            guard let encoded, size == 65 else { throw .libraryFailure("EVP_PKEY_get1_encoded_public_key") }
            defer { CRYPTO_free(encoded, #file, #line) }
            return Array(UnsafeBufferPointer(start: encoded, count: size))
        }

        static func sign(_ message: [UInt8], with der: [UInt8]) throws(CryptoError) -> [UInt8] {
            try OpenSSL.prepare()
            let key = try load(der)
            defer { EVP_PKEY_free(key) }
            guard let context = EVP_MD_CTX_new() else { throw .libraryFailure("EVP_MD_CTX_new") }
            defer { EVP_MD_CTX_free(context) }
            var encoded = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key)))
            var size = encoded.count
            guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
                EVP_DigestSign(context, &encoded, &size, message, message.count) == 1
            else { throw .libraryFailure("EVP_DigestSign") }
            // OpenSSL wraps r and s in DER; JSON Web Tokens want them bare.
            let signature = encoded.withUnsafeBufferPointer { buffer in
                var cursor = buffer.baseAddress
                return d2i_ECDSA_SIG(nil, &cursor, size)
            }
            guard let signature else { throw .libraryFailure("d2i_ECDSA_SIG") }
            defer { ECDSA_SIG_free(signature) }
            var bytes = [UInt8](repeating: 0, count: SignatureKey.signatureSize)
            let isWritten = bytes.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return false }
                return BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, 32) == 32
                    && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + 32, 32) == 32
            }
            guard isWritten else { throw .libraryFailure("BN_bn2binpad") }
            return bytes
        }

        static func verify(
            _ signature: [UInt8], of message: [UInt8], with point: [UInt8]
        ) throws(CryptoError) -> Bool {
            try OpenSSL.prepare()
            let key = try publicKey(at: point)
            defer { EVP_PKEY_free(key) }
            guard let parts = ECDSA_SIG_new() else { throw .libraryFailure("ECDSA_SIG_new") }
            defer { ECDSA_SIG_free(parts) }
            let isSet = signature.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress, let r = BN_bin2bn(start, 32, nil) else { return false }
                guard let s = BN_bin2bn(start + 32, 32, nil) else {
                    BN_free(r)
                    return false
                }
                // From here on the numbers belong to `parts`.
                return ECDSA_SIG_set0(parts, r, s) == 1
            }
            guard isSet else { throw .libraryFailure("ECDSA_SIG_set0") }
            let size = i2d_ECDSA_SIG(parts, nil)
            guard size > 0 else { throw .libraryFailure("i2d_ECDSA_SIG") }
            var encoded = [UInt8](repeating: 0, count: Int(size))
            _ = encoded.withUnsafeMutableBufferPointer { buffer in
                var cursor = buffer.baseAddress
                return i2d_ECDSA_SIG(parts, &cursor)
            }
            guard let context = EVP_MD_CTX_new() else { throw .libraryFailure("EVP_MD_CTX_new") }
            defer { EVP_MD_CTX_free(context) }
            guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else {
                throw .libraryFailure("EVP_DigestVerifyInit")
            }
            let isValid = EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
            if !isValid { ERR_clear_error() }
            return isValid
        }

        private static func load(_ der: [UInt8]) throws(CryptoError) -> OpaquePointer {
            let key = der.withUnsafeBufferPointer { buffer in
                var cursor = buffer.baseAddress
                return d2i_AutoPrivateKey(nil, &cursor, buffer.count)
            }
            guard let key else {
                ERR_clear_error()
                throw .libraryFailure("d2i_AutoPrivateKey: this is no private key")
            }
            var name = [CChar](repeating: 0, count: 64)
            var size = 0
            guard EVP_PKEY_get_base_id(key) == EVP_PKEY_EC,
                EVP_PKEY_get_group_name(key, &name, name.count, &size) == 1,
                String(decoding: name.prefix(size).map { UInt8(bitPattern: $0) }, as: UTF8.self) == "prime256v1"
            else {
                EVP_PKEY_free(key)
                throw .libraryFailure("the key is not one for P-256")
            }
            return key
        }

        /// A key from its point: through the fixed DER head that a P-256 public key has.
        private static func publicKey(at point: [UInt8]) throws(CryptoError) -> OpaquePointer {
            let head: [UInt8] = [
                0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
                0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
            ]
            let der = head + point
            let key = der.withUnsafeBufferPointer { buffer in
                var cursor = buffer.baseAddress
                return d2i_PUBKEY(nil, &cursor, buffer.count)
            }
            guard point.count == 65, let key else {
                ERR_clear_error()
                throw .libraryFailure("d2i_PUBKEY: this is no point of P-256")
            }
            return key
        }
    }
#endif
