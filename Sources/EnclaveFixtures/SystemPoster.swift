import SwiftUI

/// What the system shows of the app, one under the other on a wallpaper.
struct SystemPoster: View {
    /// One thing that the system shows.
    struct Part: Identifiable {
        /// What it is, for whoever looks at the picture.
        let id: String
        let view: AnyView

        init(_ id: String, _ view: AnyView) {
            self.id = id
            self.view = view
        }
    }

    @Environment(\.colorScheme) private var scheme
    /// The lock screen draws in white: its wallpaper is dark in both themes.
    var isLockScreen = false
    let parts: [Part]

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 8) {
                ForEach(parts) { part in
                    Text(verbatim: part.id)
                        .font(.system(size: 11, weight: .semibold))
                        .foregroundStyle(isDark ? Color.white : Color.black)
                        .padding(.top, 8)
                    part.view
                }
            }
            .padding(12)
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .background(
            LinearGradient(
                colors: isDark
                    ? [Color(red: 0.16, green: 0.2, blue: 0.28), Color(red: 0.08, green: 0.09, blue: 0.14)]
                    : [Color(red: 0.74, green: 0.8, blue: 0.84), Color(red: 0.86, green: 0.8, blue: 0.74)],
                startPoint: .top, endPoint: .bottom
            )
            .ignoresSafeArea())
    }

    private var isDark: Bool { isLockScreen || scheme == .dark }
}
