/// The screen on which a page is shown.
package struct Device: Equatable, Sendable {
    package var name: String
    package var width: Double
    package var height: Double
    /// What bars and corners cover, in points.
    package var top: Double
    package var bottom: Double
    package var isWide: Bool

    package init(name: String, width: Double, height: Double, top: Double, bottom: Double, isWide: Bool) {
        self.name = name
        self.width = width
        self.height = height
        self.top = top
        self.bottom = bottom
        self.isWide = isWide
    }

    package static let iPhone = Device(name: "iPhone", width: 393, height: 852, top: 59, bottom: 34, isWide: false)
    package static let iPad = Device(name: "iPad", width: 1024, height: 1366, top: 24, bottom: 20, isWide: true)
    package static let iPadLandscape = Device(
        name: "iPad landscape", width: 1366, height: 1024, top: 24, bottom: 20, isWide: true)

    /// The custom properties that tell the style sheet of this screen.
    package var properties: String {
        "--w:\(px(width));--h:\(px(height));--top:\(px(top));--bottom:\(px(bottom))"
            + (isWide ? ";--barpad:3px;--barside:24px;--barfont:13px;--island:0px" : "")
    }
}

/// A page without a server.
package enum StaticPage {
    /// The whole document for a picture of one screen.
    package static func document(_ html: String, device: Device, fontFaces: String = "", title: String = "") -> String {
        """
        <!doctype html><html><head><meta charset="utf-8"><title>\(escapeText(title))</title>
        <style>\(fontFaces)\(Stylesheet.css)</style></head>
        <body class="bare"><div id="host" style="\(device.properties)">\(html)</div>
        <script>\(prepare)</script></body></html>
        """
    }

    /// What a picture needs of the live page's script: values of fields, scrolling to the end, places of menus.
    package static let prepare =
        placing + #"""

            for(const e of document.querySelectorAll('[data-value]'))e.value=e.dataset.value;
            for(const e of document.querySelectorAll('[data-anchor=end]'))e.scrollTop=e.scrollHeight;
            for(const m of document.querySelectorAll('.menu[data-near]'))placeMenu(m);
            edges();
            """#

    /// Puts a menu near what opened it, within the screen; and says which screens have content under their bars.
    package static let placing = #"""

        function placeMenu(m){const a=document.getElementById('n'+m.dataset.near);const l=m.parentElement;if(!a||!l)return;
        const r=a.getBoundingClientRect(),b=l.getBoundingClientRect(),w=m.offsetWidth,h=m.offsetHeight,s=b.width/l.offsetWidth||1;
        const x=Math.min(Math.max(8,(r.left-b.left+r.width/2)/s-w/2),l.offsetWidth-w-8);
        let y=(r.bottom-b.top)/s+6;if(y+h>l.offsetHeight-20)y=Math.max(60,Math.min((r.top-b.top)/s,l.offsetHeight-20)-h-6);
        m.style.left=x+'px';m.style.top=y+'px';m.style.transform='none'}
        function edges(){for(const n of document.querySelectorAll('.navscreen'))
        n.toggleAttribute('data-scrolled',[...n.querySelectorAll('.scv')].some(s=>s.scrollTop>0&&s.closest('.navscreen')===n))}
        """#
}
