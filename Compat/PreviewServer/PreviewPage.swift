import ViewTree

/// The document around a live screen: the device, and a bar to change what a simulator's settings would.
enum PreviewPage {
    static func document(_ options: PreviewServer.Options, nonce: String) -> String {
        let device = [Device.iPhone, .iPad, .iPadLandscape].first { $0.name == options.device } ?? .iPhone
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">
            <title>\(escapeText(options.title))</title><style>\(options.fontFaces)\(Stylesheet.css)\(bar)</style></head><body>
            <div id="settings">
            <button id="toggle" type="button" aria-expanded="false" aria-controls="bar">Preview settings</button>
            <form id="bar" aria-label="Preview settings">
            \(select("device", "Device", ["iPhone", "iPad", "iPad landscape"].map { ($0, $0) }, device.name))
            \(select("scheme", "Scheme", [(automatic, "Browser’s"), ("light", "Light"), ("dark", "Dark")], scheme(options)))
            \(select("size", "Text", [(automatic, "Window’s")] + zip(0..., sizes).map { (String($0), $1) }, automatic))
            \(select("locale", "Language", [("en_US", "English"), ("de_DE", "Deutsch")], options.locale.identifier))
            \(select("motion", "Motion", [(automatic, "Browser’s"), ("full", "Full"), ("reduce", "Reduced")], automatic))
            \(select("phase", "App", [("active", "In front"), ("background", "Left")], "active"))
            \(select("contrast", "Contrast", [(automatic, "Browser’s"), ("normal", "Normal"), ("more", "More")], automatic))
            \(select("zoom", "Zoom", [("fit", "Fit"), ("1", "100 %"), ("1.5", "150 %"), ("2", "200 %")], "fit"))
            \(select("transparency", "Glass", [(automatic, "Browser’s"), ("full", "Clear"), ("reduce", "Opaque")], automatic))
            </form></div>
            <div id="stage"><div id="host" style="\(device.properties)"></div></div>
            <div id="ring" hidden></div><p id="lost" role="status" hidden></p>
            <div id="live" class="sr" role="status" aria-live="polite"></div>
            <script nonce="\(nonce)">\(ClientScript.source)</script></body></html>
            """
    }

    /// The value of a setting that the browser, or the window, decides.
    static let automatic = "auto"

    private static func scheme(_ options: PreviewServer.Options) -> String {
        options.scheme.map { $0 == .dark ? "dark" : "light" } ?? automatic
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

    /// The device stands beside the bar, as large as it fits. Where there is no room for that, a strip above it opens the
    /// bar, at any size and wherever the window is scrolled. A window as narrow as a phone is the device.
    private static let bar = """
        html,body{overflow:auto}
        body{min-height:100%;height:auto;gap:24px;padding:24px;align-items:safe center;justify-content:safe center}
        #stage{flex:none;width:calc(var(--w,393px)*var(--scale,1));height:calc(var(--h,852px)*var(--scale,1))}
        #host{width:var(--w,393px);transform:scale(var(--scale,1));transform-origin:0 0}
        #settings{order:1;flex:none;width:216px;color:#eee;font:13px/18px system-ui,sans-serif;position:sticky;top:24px}
        #bar{display:flex;flex-direction:column;gap:8px}
        #bar label{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:2px 12px}
        #bar select{font:inherit;min-height:28px;max-width:100%;background:#333;color:#fff;border:1px solid #777;border-radius:4px;padding:2px 6px}
        #toggle{display:none;width:100%;min-height:32px;padding:4px 12px;text-align:center;color:#fff;background:#333;cursor:pointer}
        #settings :focus-visible{outline:2px solid #fff;outline-offset:-3px}
        body.strip{padding-top:calc(24px + var(--strip,32px))}
        body.strip #settings{position:fixed;z-index:90;inset:0 0 auto;width:auto;padding-top:env(safe-area-inset-top,0px);background:#333}
        body.strip #toggle{display:block}
        body.strip #bar{display:none}
        body.strip #settings.open #bar{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(168px,100%),1fr));gap:8px 24px;
          max-height:50vh;overflow:auto;padding:8px 12px 12px}
        html:has(>body.fill),body.fill{overflow:hidden}
        body.fill{display:block;padding:var(--strip,32px) 0 0;height:100vh;height:100dvh;min-height:0}
        body.fill #stage{width:100%;height:100%;overflow:hidden}
        body.fill #host{width:calc(100%/var(--scale,1));height:calc(100%/var(--scale,1))}
        body.fill #host .device{width:100%;height:100%;border-radius:0;box-shadow:none;--top:0px;--bottom:env(safe-area-inset-bottom,0px)}
        body.fill #host::before,body.fill .device::before,body.fill .device::after{display:none}
        body.fill #bar label:has([name=zoom]){display:none}
        #host :focus-visible{outline:none}
        #ring{position:fixed;z-index:95;pointer-events:none;border:2px solid var(--accent);border-radius:4px;outline:1px solid var(--bg);box-shadow:inset 0 0 0 1px var(--bg)}
        #ring[hidden]{display:none}
        #lost{position:fixed;top:calc(12px + var(--strip,0px));left:50%;transform:translateX(-50%);width:max-content;max-width:calc(100vw - 16px);background:#b00;color:#fff;padding:8px 16px;border-radius:8px;font:14px system-ui,sans-serif;z-index:100}
        #lost[hidden]{display:none}
        """
}
