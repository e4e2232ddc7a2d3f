#if !os(Linux)
    import SwiftUI
    import UIKit

    extension View {
        /// Shows something in a window of its own above everything: sheets, covers, alerts, menus and the keyboard stay
        /// as they are below it, and cannot be reached.
        func lockWindow<Cover: View>(isShown: Bool, @ViewBuilder cover: () -> Cover) -> some View {
            background(LockWindow(isShown: isShown, cover: cover()).accessibilityHidden(true))
        }
    }

    /// Stands in the app's window, and so knows the scene that the other window belongs to.
    private struct LockWindow<Cover: View>: UIViewRepresentable {
        let isShown: Bool
        let cover: Cover

        func makeUIView(context: Context) -> LockAnchor { LockAnchor() }

        func updateUIView(_ view: LockAnchor, context: Context) {
            view.show(isShown ? { UIHostingController(rootView: cover) } : nil)
        }

        static func dismantleUIView(_ view: LockAnchor, coordinator: ()) { view.show(nil) }
    }

    private final class LockAnchor: UIView {
        private var make: (() -> UIViewController)?
        private var top: UIWindow?

        func show(_ make: (() -> UIViewController)?) {
            self.make = make
            refresh()
        }

        override func didMoveToWindow() {
            super.didMoveToWindow()
            refresh()
        }

        private func refresh() {
            guard let make, let scene = window?.windowScene else {
                guard let top else { return }
                top.isHidden = true
                self.top = nil
                self.window?.accessibilityElementsHidden = false
                // Keys go to the app again.
                window?.makeKey()
                return
            }
            guard top == nil else { return }
            let window = UIWindow(windowScene: scene)
            window.windowLevel = .alert + 1
            window.rootViewController = make()
            // VoiceOver goes from window to window, covered or not: it shall find neither what this one lies over nor the
            // sheets that were presented there.
            window.accessibilityViewIsModal = true
            self.window?.accessibilityElementsHidden = true
            // The key window takes the keyboard away from the one below.
            window.makeKeyAndVisible()
            top = window
        }
    }
#endif
