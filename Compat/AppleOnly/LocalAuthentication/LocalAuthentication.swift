// LAContext's declaration and the reply of `evaluatePolicy` are Apple's documentation's; errors, policies and biometry
// were not looked up.
@_exported import AppleFoundation

public enum LAPolicy: Int, @unchecked Sendable {
    case deviceOwnerAuthenticationWithBiometrics = 1
    case deviceOwnerAuthentication = 2
}

public enum LABiometryType: Int, @unchecked Sendable {
    case none
    case touchID
    case faceID
    case opticID
}

open class LAContext: NSObject {
    public override init() { fatalError() }
    @discardableResult open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { fatalError() }
    /// The reply comes on a queue of the framework's own.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { fatalError() }
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool { fatalError() }
    open func invalidate() { fatalError() }
    open var biometryType: LABiometryType { fatalError() }
}

/// Apple: an error bridged from `LAErrorDomain`.
public struct LAError: Error, Sendable {
    public enum Code: Int, Sendable {
        case authenticationFailed = -1
        case userCancel = -2
        case userFallback = -3
        case systemCancel = -4
        case passcodeNotSet = -5
        case biometryNotAvailable = -6
        case biometryNotEnrolled = -7
        case biometryLockout = -8
        case appCancel = -9
        case invalidContext = -10
        case notInteractive = -1004
    }
    public var code: LAError.Code { fatalError() }
}
