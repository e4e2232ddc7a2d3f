import Foundation

/// One tab of the browser that looks at a live preview.
struct Page {
    private let tab: any BrowserTab

    /// How long a condition may take to come true, in seconds: the demo rooms run in real time.
    static let patience = 30

    /// Opens an address in a tab of its own.
    /// - Parameters:
    ///   - width: of what shows the page, in CSS pixels.
    ///   - isPhone: a phone's browser: a finger instead of a mouse.
    static func open(_ url: URL, width: Int = 1_200, height: Int = 1_000, isPhone: Bool = false) async throws -> Page {
        let browser = try await Engine.browser()
        let page = Page(
            tab: try await browser.tab(width: width, height: height, isPhone: isPhone, script: helpers))
        try await page.tab.navigate(to: url)
        try await page.wait("document.querySelector('#host .device')", "the page shows the app")
        return page
    }

    /// Finds by identifier, label or the words on a control; only what a person could reach counts.
    private static let helpers = #"""
        window.T = {
          seen() { return [...document.querySelectorAll('#host *')].filter(e => !e.closest('[data-covered],[inert]') && e.getClientRects().length) },
          find(name) {
            const controls = 'button,input,textarea,[data-on~=tap]';
            const named = T.seen().filter(e => e.dataset.id === name || e.getAttribute('aria-label') === name ||
              e.matches(controls) && e.textContent.trim().toLowerCase() === name.toLowerCase());
            const own = named.filter(e => e.matches(controls)).pop();
            if (own) return own;
            for (const e of named) { const c = e.querySelector(controls) || e.closest(controls); if (c) return c }
            return named.pop() || null;
          },
          usable(name) { const e = T.find(name); return e && !e.closest('[disabled],[aria-disabled=true]') ? e : null },
          shows(words) { return document.getElementById('host').innerText.toLowerCase().includes(words.toLowerCase()) },
          isReachable(name) { const e = T.usable(name); if (!e) return false; const r = e.getBoundingClientRect();
            const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2); return !!hit && (e.contains(hit) || hit.contains(e)) },
          transcript() { const t = document.querySelector('#host [data-id=transcript]'); return t ? t.innerText : '' },
          rowWithMenu() { return T.seen().find(e => e.matches('[data-on~=menu],[data-actions]') && e.tabIndex === 0 && !e.matches('button')) || null },
          // Points within six pixels of an element whose brightness differs so much between two pictures that eyes see it.
          async difference(before, after, element) {
            const r = element.getBoundingClientRect(), pixels = async source => {
              const image = new Image(); image.src = 'data:image/png;base64,' + source; await image.decode();
              const canvas = document.createElement('canvas'); canvas.width = image.width; canvas.height = image.height;
              const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);
              const left = Math.max(0, Math.floor(r.left - 6)), top = Math.max(0, Math.floor(r.top - 6));
              return context.getImageData(left, top, Math.min(innerWidth - left, Math.ceil(r.width) + 12), Math.min(innerHeight - top, Math.ceil(r.height) + 12)).data };
            const light = (d, i) => [0.2126, 0.7152, 0.0722].reduce((sum, share, c) => {
              const v = d[i + c] / 255; return sum + share * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4) }, 0.05);
            const [a, b] = [await pixels(before), await pixels(after)];
            let count = 0;
            for (let i = 0; i < a.length; i += 4) { const [x, y] = [light(a, i), light(b, i)]; if (Math.max(x, y) / Math.min(x, y) >= 3) count++ }
            return count },
          // The theme that the lower left edge of the screen is painted in.
          scheme() { const d = document.querySelector('#host .device').getBoundingClientRect();
            for (let e = document.elementFromPoint(d.left + 3, Math.min(innerHeight - 1, d.top + d.height * 0.9)); e; e = e.parentElement) {
              const c = getComputedStyle(e).backgroundColor.match(/[\d.]+/g).map(Number);
              if (c.length === 3 || c[3] > 0.5) return c[0] + c[1] + c[2] > 600 ? 'light' : 'dark' }
            return null },
          // Whether nothing moves any more that ends by itself.
          isStill() { return document.getAnimations().every(a => a.playState !== 'running' || a.effect.getComputedTiming().endTime === Infinity) },
          // Whether a person finds it in the window and no other thing lies over it.
          lies(e) { if (!e) return false; const r = e.getBoundingClientRect(), x = r.left + r.width / 2, y = r.top + r.height / 2;
            const hit = document.elementFromPoint(x, y); return !!hit && (e.contains(hit) || hit.contains(e)) },
          // What is wrong with where things lie: wider than the window, scrolled in two directions, one over another.
          disorder() {
            const wrong = [], name = e => (e.dataset.id || e.getAttribute('aria-label') || e.innerText || e.className || '').trim().slice(0, 50);
            if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls sideways');
            const top = [...document.querySelectorAll('.presentation')].pop();
            const all = T.seen().filter(e => !e.closest('.sch,.scb,[aria-hidden=true],.layer') && (!top || top.contains(e)));
            const view = e => { const b = e.getBoundingClientRect(); let [l, t, r, d] = [b.left, b.top, b.right, b.bottom];
              for (let p = e.parentElement; p; p = p.parentElement) if (getComputedStyle(p).overflow !== 'visible') { const q = p.getBoundingClientRect();
                l = Math.max(l, q.left); t = Math.max(t, q.top); r = Math.min(r, q.right); d = Math.min(d, q.bottom) }
              return {l, t, r, d, isSeen: r - l > 1 && d - t > 1} };
            for (const e of all) if (e.matches('.scv') && e.scrollWidth > e.clientWidth + 1) wrong.push('scrolls sideways: ' + name(e));
            for (const e of all) if (e.matches('button,input,textarea,.text')) { const r = e.getBoundingClientRect();
              if (r.left < -1 || r.right > innerWidth + 1) wrong.push('too wide: ' + name(e)) }
            const texts = all.filter(e => e.matches('.text,input,textarea') && e.textContent.trim()).map(e => ({e, ...view(e)})).filter(t => t.isSeen);
            for (const [i, a] of texts.entries()) for (const b of texts.slice(i + 1)) {
              if (a.e.contains(b.e) || b.e.contains(a.e)) continue;
              if (Math.min(a.r, b.r) - Math.max(a.l, b.l) > 2 && Math.min(a.d, b.d) - Math.max(a.t, b.t) > 3) wrong.push(name(a.e) + ' lies on ' + name(b.e)) }
            return wrong },
          middle(e) { if (!e) return null; e.scrollIntoView({block: 'nearest'});
            const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] },
          centre(name) { return T.middle(T.usable(name)) },
        };
        """#

    /// The value of an expression, as JSON; promises are awaited.
    @discardableResult func value(_ expression: String) async throws -> String {
        try await tab.evaluate("(async()=>JSON.stringify(await(\(expression))))()")
    }

    /// Waits until an expression is true in the page. The page looks again whenever it changes, and at every frame.
    func wait(_ condition: String, _ what: String) async throws {
        let script = """
            new Promise(done => { const end = performance.now() + \(Page.patience * 1_000);
              const look = () => { let now = false; try { now = !!(\(condition)) } catch {}
                if (now) done(true); else if (performance.now() > end) done(false); else setTimeout(look, 16) }; look() })
            """
        if try await value(script) != "true" {
            let shown = try await value("document.getElementById('host')?.innerText.slice(-2500)")
            throw BrowserFailure(description: "It never happened that \(what). On screen: \(shown)")
        }
    }

    /// Waits until words are on screen; small and capital letters are alike, for the style makes capitals.
    func waitFor(_ words: String) async throws {
        try await wait("T.shows(\(quoted(words)))", "the screen shows “\(words)”")
    }

    /// Clicks on the middle of what has a name, as a mouse does.
    func click(_ name: String) async throws {
        try await wait("T.usable(\(quoted(name)))", "“\(name)” can be clicked")
        try await click(at: "T.centre(\(quoted(name)))", name)
    }

    /// Clicks on what has a name, once it lies in the window with nothing over it.
    func clickInReach(_ name: String) async throws {
        try await wait(
            "(e => { e?.scrollIntoView({block: 'nearest'}); return T.lies(e) })(T.usable(\(quoted(name))))",
            "“\(name)” lies in reach")
        try await click(name)
    }

    /// Clicks the last button that contains words: what is asked stands below what was said.
    func clickButton(containing words: String) async throws {
        let button = """
            T.seen().findLast(e => e.matches('button,[data-on~=tap]') && !e.disabled &&
              e.innerText.toLowerCase().includes(\(quoted(words.lowercased()))))
            """
        try await wait(button, "a button with “\(words)” can be clicked")
        try await click(at: "T.middle(\(button))", words)
    }

    /// Taps with a finger on the middle of what has a name.
    func tap(_ name: String) async throws {
        try await wait("T.usable(\(quoted(name)))", "“\(name)” can be tapped")
        let (x, y) = try await place("T.centre(\(quoted(name)))", name)
        try await tab.tap(x: x, y: y)
    }

    /// Clicks the first element that a selector finds.
    func clickFirst(_ selector: String) async throws {
        try await click(at: "T.middle(document.querySelector(\(quoted(selector))))", selector)
    }

    /// Moves the focus with Tab until it is on what has a name.
    func tab(to name: String) async throws { try await tab(to: "T.find(\(quoted(name)))", "“\(name)”") }

    /// Moves the focus with Tab until it is on a button that contains words.
    func tabToButton(containing words: String) async throws {
        let button = """
            T.seen().find(e => e.matches('button,[data-on~=tap]') && e.innerText.toLowerCase().includes(\(quoted(words.lowercased()))))
            """
        try await wait(button, "there is a button with “\(words)”")
        try await tab(to: button, "a button with “\(words)”")
    }

    /// Towards it, forwards or backwards: behind its last element a page hands the focus to the browser's own bars, where
    /// WebDriver's keys do not reach.
    private func tab(to element: String, _ name: String) async throws {
        let way = """
            (() => {
              const wanted = \(element), now = document.activeElement;
              if (!wanted) return 'forwards';
              if (now === wanted) return 'there';
              return now !== document.body && wanted.compareDocumentPosition(now) & 4 ? 'backwards' : 'forwards';
            })()
            """
        for _ in 0..<60 {
            let direction = try await value(way)
            if direction.contains("there") { return }
            try await press(.tab, shift: direction.contains("backwards"))
        }
        throw BrowserFailure(description: "Tab never comes to \(name).")
    }

    private func click(at script: String, _ name: String) async throws {
        let (x, y) = try await place(script, name)
        try await tab.click(x: x, y: y)
    }

    private func place(_ script: String, _ name: String) async throws -> (Double, Double) {
        try await wait("T.isStill()", "nothing moves any more")
        let place = try JSONSerialization.jsonObject(
            with: Data(try await value(script).utf8), options: .fragmentsAllowed)
        guard let numbers = place as? [NSNumber], numbers.count == 2 else {
            throw BrowserFailure(description: "“\(name)” is gone.")
        }
        return (numbers[0].doubleValue, numbers[1].doubleValue)
    }

    /// Presses and releases a key that writes nothing, or Enter and space.
    /// - Parameter isComposing: an input method takes the key; the page sees only that one was pressed.
    func press(_ key: Key, shift: Bool = false, meta: Bool = false, isComposing: Bool = false) async throws {
        try await tab.press(key, shift: shift, meta: meta, isComposing: isComposing)
    }

    /// Writes a text where the focus is: at once like a paste, or key by key, as the browser lets it be done.
    func insert(_ text: String) async throws { try await tab.insert(text) }

    /// Shows a word that an input method has not finished.
    func compose(_ text: String) async throws { try await tab.compose(text) }

    /// Gives the window another size.
    func resize(width: Int, height: Int) async throws { try await tab.resize(width: width, height: height) }

    /// Loads the page anew.
    func reload() async throws {
        try await tab.reload()
        try await wait("document.querySelector('#host .device')", "the page shows the app again")
    }

    /// Chooses in the bar beside the device.
    func choose(_ value: String, in setting: String) async throws {
        _ = try await self.value(
            """
            (() => { const s = document.querySelector('#bar [name="\(setting)"]'); s.value = '\(value)';
              s.dispatchEvent(new Event('change')) })()
            """)
    }

    /// Makes the browser wish for something of pages, such as "prefers-color-scheme".
    func prefer(_ feature: String, _ value: String) async throws { try await tab.prefer([feature: value]) }

    /// How many points of the window differ visibly from an earlier picture of it, within some pixels of an element.
    func difference(from before: Data, around element: String) async throws -> Int {
        let after = try await image()
        let count = try await value(
            "T.difference('\(before.base64EncodedString())', '\(after.base64EncodedString())', \(element))")
        return Int(count) ?? 0
    }

    /// What the window looks like, as PNG.
    func image() async throws -> Data {
        guard let image = try await tab.picture() else { throw BrowserFailure(description: "There is no picture.") }
        return image
    }

    /// Writes a picture of the page, when the environment names a folder for it: for whoever looks for what went wrong.
    func picture(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["BROWSER_PICTURES"] else { return }
        try await tab.picture()?.write(to: URL(filePath: folder).appending(path: "\(name).png"))
    }

    /// Closes the tab.
    func close() async throws { try await tab.close() }

    /// A text as JavaScript writes it.
    private func quoted(_ text: String) -> String {
        let array = try? JSONSerialization.data(withJSONObject: [text])
        return String(String(decoding: array ?? Data("[\"\"]".utf8), as: UTF8.self).dropFirst().dropLast())
    }
}
