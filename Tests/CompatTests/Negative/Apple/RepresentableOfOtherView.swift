// error: does not conform
import SwiftUI
import UIKit

struct Sample: UIViewRepresentable {
    func makeUIView(context: Context) -> UIView { UIView() }
    func updateUIView(_ view: UIWindow, context: Context) {}
}
