// error: unknown values
import LocalAuthentication

func name(_ type: LABiometryType) -> String {
    switch type {
    case .none: "none"
    case .touchID: "touch"
    case .faceID: "face"
    case .opticID: "optic"
    }
}
