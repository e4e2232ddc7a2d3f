import Foundation

/// The three rooms that come with the product (feature A3), as scripts in its resources.
public enum DemoRoom: String, CaseIterable, Sendable {
    /// Running: a long turn streams again and again.
    case enclaveApp = "enclave-app"
    /// Waiting: an approval, a choice, a multi-select and an editor, one after the other.
    case silvertuneWeb = "silvertune-web"
    /// Pictures: read, inspected, generated, photographed.
    case epsilverSite = "epsilver-site"

    /// Reads the room's script.
    /// - Throws: ``ScriptError`` when the resource is missing from the installation or was changed into something
    ///   unplayable.
    public func script() throws(ScriptError) -> HostScript {
        guard let url = Bundle.module.url(forResource: rawValue, withExtension: "json", subdirectory: "Rooms") else {
            throw ScriptError(
                source: "\(rawValue).json", line: 0, field: "",
                problem: "the demo room is missing from this installation; install it again")
        }
        return try HostScript(contentsOf: url)
    }
}
