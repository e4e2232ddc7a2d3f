#if !os(Linux)
    import UIKit

    /// Whether an input method is composing in the field that has the keyboard: Return then confirms its word, and must
    /// not send (report C07). SwiftUI's text field does not say so; the view beneath it does.
    @MainActor
    enum MarkedText {
        fileprivate static weak var firstResponder: UIResponder?

        static var isPresent: Bool {
            firstResponder = nil
            UIApplication.shared.sendAction(
                #selector(UIResponder.rememberAsFirstResponder(_:)), to: nil, from: nil, for: nil)
            return (firstResponder as? any UITextInput)?.markedTextRange != nil
        }
    }

    extension UIResponder {
        /// An action without a target goes to the first responder.
        @objc fileprivate func rememberAsFirstResponder(_ sender: Any?) {
            MarkedText.firstResponder = self
        }
    }
#endif
