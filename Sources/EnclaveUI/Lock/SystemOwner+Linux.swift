#if os(Linux)
    import EnclaveModel

    /// Whoever sits at this machine: a preview is served to its user alone, and has no dialog to show.
    struct SystemOwner: DeviceOwner {
        var proof: OwnerProof? { .passcode }

        func confirm(reason: String) async -> OwnerAnswer { .confirmed }
    }
#endif
