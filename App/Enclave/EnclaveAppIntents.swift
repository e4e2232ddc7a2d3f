import AppIntents
import EnclaveWidgets

/// Tells the system that the app's intents lie in the package.
struct EnclaveAppIntents: AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { [EnclaveIntents.self] }
}
