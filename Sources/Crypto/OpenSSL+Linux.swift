#if os(Linux)
    import COpenSSL

    /// The library below everything here.
    enum OpenSSL {
        /// By itself it takes its locks away when the process exits, and a thread that still seals a frame then ends the
        /// process with a signal instead of its exit code. What it holds goes with the process anyway.
        private static let isPrepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

        /// Comes before the library's first use.
        /// - Throws: ``CryptoError/libraryFailure(_:)``.
        static func prepare() throws(CryptoError) {
            guard isPrepared else { throw .libraryFailure("OPENSSL_init_crypto") }
        }
    }
#endif
