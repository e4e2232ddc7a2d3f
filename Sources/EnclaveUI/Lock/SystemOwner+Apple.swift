#if !os(Linux)
    import EnclaveModel
    import LocalAuthentication

    /// The device's owner, by face, finger or passcode.
    struct SystemOwner: DeviceOwner {
        var proof: OwnerProof? {
            let context = LAContext()
            guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) else { return nil }
            // The type is named also where nobody is enrolled; then the system asks for the passcode.
            guard context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) else {
                return .passcode
            }
            switch context.biometryType {
            case .faceID: return .face
            case .touchID: return .touch
            case .opticID: return .optic
            default: return .passcode
            }
        }

        func confirm(reason: String) async -> OwnerAnswer {
            let context = LAContext()
            let answer = await withCheckedContinuation { continuation in
                // The reply comes on a queue of the framework's own: a closure of the main actor would end the process there.
                let reply: @Sendable (Bool, (any Error)?) -> Void = { isOwner, error in
                    continuation.resume(returning: isOwner ? .confirmed : Self.answer(to: error))
                }
                context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason, reply: reply)
            }
            // A context that is let go while it asks takes its dialog away: it is needed until here.
            context.invalidate()
            return answer
        }

        private nonisolated static func answer(to error: (any Error)?) -> OwnerAnswer {
            switch (error as? LAError)?.code {
            case .userCancel, .systemCancel, .appCancel, .notInteractive: .cancelled
            case .passcodeNotSet: .noOwner
            default: .refused
            }
        }
    }
#endif
