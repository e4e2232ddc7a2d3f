#if os(Linux)
    import COpenSSL

    extension AESGCM {
        /// Seals one message under a nonce that the caller must never use again with this key.
        ///
        /// For protocols that derive key and nonce together, such as ``HPKE``; everything else draws its IV with
        /// ``GCMSealer``.
        /// - Parameters:
        ///   - nonce: ``ivSize`` bytes.
        ///   - header: authenticated with the message, but not sealed.
        /// - Returns: ciphertext and tag.
        /// - Throws: ``CryptoError/libraryFailure(_:)``.
        static func seal(
            _ plaintext: [UInt8], key: SealingKey, nonce: [UInt8], header: [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            try OpenSSL.prepare()
            guard nonce.count == ivSize, plaintext.count <= Int32.max, header.count <= Int32.max else {
                throw .libraryFailure("seal: a nonce or message of the wrong size")
            }
            guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailure("EVP_CIPHER_CTX_new") }
            defer { EVP_CIPHER_CTX_free(context) }
            var output = [UInt8](repeating: 0, count: plaintext.count)
            var tag = [UInt8](repeating: 0, count: tagSize)
            var written: Int32 = 0
            let isKeyed =
                key.withBytes { bytes in
                    EVP_EncryptInit_ex(
                        context, EVP_aes_256_gcm(), nil, bytes.bindMemory(to: UInt8.self).baseAddress, nonce)
                } == 1
            guard isKeyed,
                header.isEmpty || EVP_EncryptUpdate(context, nil, &written, header, Int32(header.count)) == 1,
                plaintext.isEmpty
                    || EVP_EncryptUpdate(context, &output, &written, plaintext, Int32(plaintext.count)) == 1,
                EVP_EncryptFinal_ex(context, &tag, &written) == 1,
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), &tag) == 1
            else { throw .libraryFailure("EVP_EncryptUpdate") }
            return output + tag
        }

        /// Opens what ``seal(_:key:nonce:header:)`` sealed.
        /// - Throws: ``CryptoError``.
        static func open(
            _ sealed: [UInt8], key: SealingKey, nonce: [UInt8], header: [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            try OpenSSL.prepare()
            guard sealed.count >= tagSize else { throw .truncated }
            guard nonce.count == ivSize, sealed.count <= Int32.max, header.count <= Int32.max else {
                throw .libraryFailure("open: a nonce or message of the wrong size")
            }
            guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailure("EVP_CIPHER_CTX_new") }
            defer { EVP_CIPHER_CTX_free(context) }
            let body = Array(sealed.dropLast(tagSize))
            var tag = Array(sealed.suffix(tagSize))
            var output = [UInt8](repeating: 0, count: body.count)
            var written: Int32 = 0
            let isKeyed =
                key.withBytes { bytes in
                    EVP_DecryptInit_ex(
                        context, EVP_aes_256_gcm(), nil, bytes.bindMemory(to: UInt8.self).baseAddress, nonce)
                } == 1
            guard isKeyed,
                header.isEmpty || EVP_DecryptUpdate(context, nil, &written, header, Int32(header.count)) == 1,
                body.isEmpty || EVP_DecryptUpdate(context, &output, &written, body, Int32(body.count)) == 1,
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1
            else { throw .libraryFailure("EVP_DecryptUpdate") }
            var rest: UInt8 = 0
            guard EVP_DecryptFinal_ex(context, &rest, &written) == 1 else {
                ERR_clear_error()
                // GCM has by now written text that nobody vouches for.
                output.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
                throw .authenticationFailed
            }
            return output
        }
    }
#endif
