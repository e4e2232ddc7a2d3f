#if !os(Linux)
    import UIKit

    /// VT323, when whoever built the app supplied the file.
    enum TerminalFont {
        static let name = "VT323-Regular"
        static let isAvailable = UIFont(name: name, size: 12) != nil
    }
#endif
