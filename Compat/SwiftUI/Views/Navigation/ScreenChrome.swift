/// Collects what a screen says about its bars.
@MainActor final class ScreenChrome {
    private var titles: [(owner: Int, text: String)] = []
    private var displays: [(owner: Int, mode: String)] = []
    private var items: [(owner: Int, items: [ToolbarEntry])] = []
    private var hidden: [(owner: Int, places: Set<String>)] = []
    private var backHidden: [(owner: Int, isHidden: Bool)] = []
    var search: (owner: Int, binding: Binding<String>, prompt: String)?
    /// Called when something changed.
    var onChange: (() -> Void)?

    var title: String? { titles.last?.text }
    var display: String? { displays.last?.mode }
    var toolbar: [ToolbarEntry] { items.flatMap(\.items) }
    func hides(_ place: String) -> Bool { hidden.contains { $0.places.contains(place) } }
    var hidesBack: Bool { backHidden.last?.isHidden ?? false }

    func setTitle(_ text: String?, owner: Int) {
        let old = title
        titles.removeAll { $0.owner == owner }
        if let text { titles.append((owner, text)) }
        if title != old { onChange?() }
    }
    func setDisplay(_ mode: String?, owner: Int) {
        let old = display
        displays.removeAll { $0.owner == owner }
        if let mode { displays.append((owner, mode)) }
        if display != old { onChange?() }
    }
    func setItems(_ new: [ToolbarEntry]?, owner: Int) {
        items.removeAll { $0.owner == owner }
        if let new { items.append((owner, new)) }
        onChange?()
    }
    func setHidden(_ places: Set<String>?, owner: Int) {
        hidden.removeAll { $0.owner == owner }
        if let places { hidden.append((owner, places)) }
        onChange?()
    }
    func setBackHidden(_ isHidden: Bool?, owner: Int) {
        backHidden.removeAll { $0.owner == owner }
        if let isHidden { backHidden.append((owner, isHidden)) }
        onChange?()
    }
    func setSearch(_ new: (binding: Binding<String>, prompt: String)?, owner: Int) {
        if let new { search = (owner, new.binding, new.prompt) } else if search?.owner == owner { search = nil }
        onChange?()
    }
}

/// One thing in a bar.
struct ToolbarEntry {
    let placement: ToolbarItemPlacement
    let content: AnyView
}
