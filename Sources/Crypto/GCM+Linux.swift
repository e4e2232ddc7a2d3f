#if os(Linux)
    import COpenSSL
    import Glibc

    /// Seals messages under one key with a fresh random IV each. Not safe for concurrent use.
    public final class GCMSealer {
        private let context: OpaquePointer
        /// Random bytes drawn ahead: twelve of them cost more than sealing a small frame.
        private var randomness: [UInt8] = []
        private var spent = 0

        /// Loads the key.
        /// - Throws: ``CryptoError/libraryFailure(_:)``.
        public init(key: SealingKey) throws(CryptoError) {
            try OpenSSL.prepare()
            guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailure("EVP_CIPHER_CTX_new") }
            self.context = context
            let status = key.withBytes { EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, $0.baseAddress, nil) }
            // A throwing initializer of a class whose fields are set runs deinit, which frees the context.
            guard status == 1 else { throw .libraryFailure("EVP_EncryptInit_ex") }
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        /// Writes `[IV][ciphertext][tag]` of `plaintext` into `output`.
        /// - Parameter output: exactly `plaintext.count + AESGCM.overhead` bytes.
        /// - Throws: ``CryptoError/libraryFailure(_:)``; `output` then holds nothing of use.
        public func seal(
            _ plaintext: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard output.count == plaintext.count + AESGCM.overhead, let target = output.baseAddress,
                plaintext.count <= Int32.max
            else { throw .libraryFailure("seal: the buffer has the wrong size") }
            try nextIV(into: target)
            let iv = target.assumingMemoryBound(to: UInt8.self)
            let body = iv + AESGCM.ivSize
            var written: Int32 = 0
            guard EVP_EncryptInit_ex(context, nil, nil, nil, iv) == 1 else {
                throw .libraryFailure("EVP_EncryptInit_ex")
            }
            if let source = plaintext.baseAddress, !plaintext.isEmpty {
                let bytes = source.assumingMemoryBound(to: UInt8.self)
                guard EVP_EncryptUpdate(context, body, &written, bytes, Int32(plaintext.count)) == 1 else {
                    throw .libraryFailure("EVP_EncryptUpdate")
                }
            }
            let tag = body + plaintext.count
            guard EVP_EncryptFinal_ex(context, tag, &written) == 1,
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagSize), tag) == 1
            else { throw .libraryFailure("EVP_EncryptFinal_ex") }
        }

        private func nextIV(into target: UnsafeMutableRawPointer) throws(CryptoError) {
            if spent + AESGCM.ivSize > randomness.count {
                randomness = try SecureRandom.bytes(AESGCM.ivSize * 256)
                spent = 0
            }
            let iv = UnsafeMutableRawBufferPointer(start: target, count: AESGCM.ivSize)
            iv.copyBytes(from: randomness[spent..<spent + AESGCM.ivSize])
            spent += AESGCM.ivSize
        }
    }

    /// Opens messages sealed under one key. Not safe for concurrent use.
    public final class GCMOpener {
        private let context: OpaquePointer

        /// Loads the key.
        /// - Throws: ``CryptoError/libraryFailure(_:)``.
        public init(key: SealingKey) throws(CryptoError) {
            try OpenSSL.prepare()
            guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailure("EVP_CIPHER_CTX_new") }
            self.context = context
            let status = key.withBytes { EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, $0.baseAddress, nil) }
            guard status == 1 else { throw .libraryFailure("EVP_DecryptInit_ex") }
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        /// Writes the plaintext of `[IV][ciphertext][tag]` into `output`.
        ///
        /// When the tag does not fit, `output` is zeroed before the error is thrown: GCM has by then written text that
        /// nobody vouches for.
        /// - Parameter output: exactly `sealed.count - AESGCM.overhead` bytes.
        /// - Throws: ``CryptoError``.
        public func open(
            _ sealed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard sealed.count >= AESGCM.overhead, let source = sealed.baseAddress else { throw .truncated }
            let size = sealed.count - AESGCM.overhead
            guard output.count == size, size <= Int32.max else {
                throw .libraryFailure("open: the buffer has the wrong size")
            }
            let iv = source.assumingMemoryBound(to: UInt8.self)
            let body = iv + AESGCM.ivSize
            var written: Int32 = 0
            guard EVP_DecryptInit_ex(context, nil, nil, nil, iv) == 1 else {
                throw .libraryFailure("EVP_DecryptInit_ex")
            }
            if size > 0, let target = output.baseAddress {
                let bytes = target.assumingMemoryBound(to: UInt8.self)
                guard EVP_DecryptUpdate(context, bytes, &written, body, Int32(size)) == 1 else {
                    throw .libraryFailure("EVP_DecryptUpdate")
                }
            }
            // SET_TAG only reads; the parameter is mutable for the sake of GET_TAG.
            let tag = UnsafeMutablePointer(mutating: body + size)
            guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AESGCM.tagSize), tag) == 1 else {
                throw .libraryFailure("EVP_CIPHER_CTX_ctrl")
            }
            var rest: UInt8 = 0
            guard EVP_DecryptFinal_ex(context, &rest, &written) == 1 else {
                ERR_clear_error()
                if let target = output.baseAddress { OPENSSL_cleanse(target, size) }
                throw .authenticationFailed
            }
        }
    }
#endif
