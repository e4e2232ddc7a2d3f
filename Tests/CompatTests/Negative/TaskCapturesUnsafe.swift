// error: Sendable
import SwiftUI

final class Unsafe { var value = 0 }

nonisolated func start(_ unsafe: Unsafe, on text: Text) -> some View {
    text.task { unsafe.value += 1 }
}
