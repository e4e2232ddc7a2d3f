#if os(Linux)
    @_spi(Preview) import SwiftUI

    extension View {
        /// Shows something above everything.
        func lockWindow<Cover: View>(isShown: Bool, @ViewBuilder cover: @escaping () -> Cover) -> some View {
            topWindow(isShown: isShown, content: cover)
        }
    }
#endif
