import Transcript

extension UITurn {
    /// The words of a prose row.
    var plainWords: String {
        guard case .prose(let prose) = kind else { return "" }
        return prose.text
    }
}
