import EnclaveUI

/// The app's entry point; everything else lives in the package, where it can be tested.
@main
enum EnclaveMain {
    @MainActor static func main() {
        EnclaveApp.main()
    }
}
