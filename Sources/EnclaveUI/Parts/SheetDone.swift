import SwiftUI

/// The way out of a sheet that nothing is decided in.
private struct SheetDone: ViewModifier {
    @Environment(\.dismiss) private var dismiss

    func body(content: Content) -> some View {
        content.toolbar {
            ToolbarItem(placement: .confirmationAction) {
                Button {
                    dismiss()
                } label: {
                    Text("Done")
                }
                .keyboardShortcut(.cancelAction)
            }
        }
    }
}

extension View {
    /// Puts "Done" into the sheet's bar: for the first screen of a sheet's `NavigationStack`.
    func sheetDone() -> some View { modifier(SheetDone()) }
}
