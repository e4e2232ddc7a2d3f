/// The platform's way to a relay.
///
/// `standard` is declared per platform: libwebsockets on Linux, `URLSessionWebSocketTask` on Apple's systems.
public enum Connectors {}
