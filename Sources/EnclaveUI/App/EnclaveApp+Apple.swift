#if !os(Linux)
    import EnclaveModel

    extension EnclaveApp {
        /// What UIKit receives for pushes goes to the center.
        func connectPushes(_ center: AttentionCenter) { pushes.center = center }
    }
#endif
