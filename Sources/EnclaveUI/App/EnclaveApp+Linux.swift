#if os(Linux)
    import EnclaveModel

    extension EnclaveApp {
        /// There are no pushes here.
        func connectPushes(_ center: AttentionCenter) {}
    }
#endif
