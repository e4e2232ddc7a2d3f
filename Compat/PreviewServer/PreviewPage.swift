import ViewTree

/// The document around a live screen: the device, and a bar to change what a simulator's settings would.
enum PreviewPage {
    static func document(_ options: PreviewServer.Options, nonce: String) -> String {
        let device = [Device.iPhone, .iPad, .iPadLandscape].first { $0.name == options.device } ?? .iPhone
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">
            <title>\(escapeText(options.title))</title><style>\(options.fontFaces)\(Stylesheet.css)\(bar)</style></head><body>
            <div id="stage"><div id="host" style="\(device.properties)"></div></div>
            <form id="bar" aria-label="Preview settings">
            \(select("device", "Device", ["iPhone", "iPad", "iPad landscape"].map { ($0, $0) }, device.name))
            \(select("scheme", "Scheme", [("light", "Light"), ("dark", "Dark")], options.scheme == .dark ? "dark" : "light"))
            \(select("size", "Text", zip(0..., sizes).map { (String($0), $1) }, "3"))
            \(select("locale", "Language", [("en_US", "English"), ("de_DE", "Deutsch")], options.locale.identifier))
            \(select("motion", "Motion", [("full", "Full"), ("reduce", "Reduced")], "full"))
            \(select("contrast", "Contrast", [("normal", "Normal"), ("more", "More")], "normal"))
            \(select("zoom", "Zoom", [("fit", "Fit"), ("1", "100 %"), ("1.5", "150 %"), ("2", "200 %")], "fit"))
            \(select("transparency", "Glass", [("full", "Clear"), ("reduce", "Opaque")], "full"))
            </form><p id="lost" role="status" hidden></p>
            <div id="live" class="sr" role="status" aria-live="polite"></div>
            <script nonce="\(nonce)">\(ClientScript.source)</script></body></html>
            """
    }

    private static let sizes = ["XS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1", "AX2", "AX3", "AX4", "AX5"]

    private static func select(
        _ name: String, _ label: String, _ values: [(value: String, title: String)], _ current: String
    ) -> String {
        let options = values.map {
            "<option value=\"\($0.value)\"\($0.value == current ? " selected" : "")>\($0.title)</option>"
        }
        return "<label>\(label) <select name=\"\(name)\">\(options.joined())</select></label>"
    }

    /// The device stands beside the bar, as large as it fits; a window as narrow as a phone is the device.
    private static let bar = """
        html,body{overflow:auto}
        body{min-height:100%;height:auto;gap:24px;padding:24px;flex-wrap:wrap;align-items:safe center;justify-content:safe center;align-content:safe center}
        #stage{flex:none;width:calc(var(--w,393px)*var(--scale,1));height:calc(var(--h,852px)*var(--scale,1))}
        #host{width:var(--w,393px);transform:scale(var(--scale,1));transform-origin:0 0}
        html:has(>body.fill),body.fill{overflow:hidden}
        body.fill{padding:0;display:block}
        body.fill #stage,body.fill #host{width:100%;height:auto;transform:none}
        body.fill #host .device{width:100vw;height:100vh;height:100dvh;border-radius:0;box-shadow:none;
          --top:env(safe-area-inset-top,0px);--bottom:env(safe-area-inset-bottom,0px)}
        body.fill #host::before,body.fill .device::before,body.fill .device::after{display:none}
        #bar{display:flex;flex-direction:column;gap:8px;color:#ccc;font:13px system-ui,sans-serif}
        body.fill #bar{display:none}
        #bar label{display:flex;justify-content:space-between;gap:12px}
        #bar select{font:inherit;background:#333;color:#fff;border:1px solid #555;border-radius:4px;padding:2px 6px}
        #lost{position:fixed;top:12px;left:50%;transform:translateX(-50%);background:#b00;color:#fff;padding:8px 16px;border-radius:8px;font:14px system-ui,sans-serif;z-index:100}
        #lost[hidden]{display:none}
        """
}
