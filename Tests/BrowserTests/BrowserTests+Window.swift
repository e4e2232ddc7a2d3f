import Foundation
import Testing

/// Windows of any size, and what browsers wish for.
extension BrowserTests {
    private static let silvertune = "room-Playlist order for Silvertune"

    @Test(
        "in a phone's browser at 200 % a session is opened, its question answered, and a prompt written and sent",
        arguments: [(197, 426), (256, 554), (320, 693)])
    func magnified(width: Int, height: Int) async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address, width: width, height: height)
            try await page.wait("T.find('\(Self.silvertune)')", "the rooms are listed")
            try await page.picture("magnified-\(width)-list")
            #expect(try await page.value("T.disorder()") == "[]")
            // Words are as large as they would be on a screen that is not drawn smaller.
            #expect(
                try await page.value(
                    """
                    (e => e.getBoundingClientRect().height / e.offsetHeight * parseFloat(getComputedStyle(e).fontSize) > 15.5)(
                      T.seen().find(e => e.matches('.text') && e.textContent === 'Playlist order for Silvertune'))
                    """) == "true")
            try await page.clickInReach(Self.silvertune)
            try await page.waitFor("bun run db:migrate")
            try await page.picture("magnified-\(width)-approval")
            #expect(try await page.value("T.disorder()") == "[]")
            try await page.clickInReach("Approve")
            try await page.waitFor("How should the new order reach people?")
            try await page.picture("magnified-\(width)-choice")
            #expect(try await page.value("T.disorder()") == "[]")
            try await page.clickInReach("Fold the question away")
            try await page.clickInReach("composer")
            try await page.insert("Mind the tempo")
            try await page.picture("magnified-\(width)-composer")
            #expect(try await page.value("T.disorder()") == "[]")
            try await page.clickInReach("send")
            try await page.wait("T.find('composer').value === ''", "it was sent")
            try await page.waitFor("Mind the tempo")
            for tab in ["Activity", "Trust"] {
                try await page.clickInReach(tab)
                try await page.wait("T.find('\(tab)')?.getAttribute('aria-selected') === 'true'", "\(tab) is in front")
                try await page.picture("magnified-\(width)-\(tab)")
                #expect(try await page.value("T.disorder()") == "[]", "\(tab)")
            }
            try await page.clickInReach("Sessions")
            try await page.clickInReach("Back")
            try await page.clickInReach("Settings")
            try await page.waitFor("Appearance")
            try await page.wait("T.isStill()", "the sheet has come")
            try await page.picture("magnified-\(width)-settings")
            #expect(try await page.value("T.disorder()") == "[]")
            try await page.close()
        }
    }

    @Test(
        "the preview's settings are in reach in a window of any size, with any device",
        arguments: [(1_200, 1_000), (1_024, 1_366), (820, 1_180), (393, 852), (197, 426)])
    func settings(width: Int, height: Int) async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address, width: width, height: height)
            try await page.waitFor("Silvertune")
            for (device, zoom) in [
                ("iPhone", "fit"), ("iPad", "fit"), ("iPad", "1"), ("iPad landscape", "2"), ("iPhone", "fit"),
            ] {
                try await page.choose(device, in: "device")
                try await page.choose(zoom, in: "zoom")
                try await page.value("scrollTo(0, document.documentElement.scrollHeight)")
                for setting in ["scheme", "size", "device"] {
                    try await page.wait(
                        """
                        (() => { const s = document.querySelector('#bar [name=\(setting)]');
                          if (!s.getClientRects().length) document.getElementById('toggle').click();
                          s.scrollIntoView({block: 'nearest'}); return T.lies(s) })()
                        """, "“\(setting)” can be reached with \(device) at \(zoom)")
                }
                #expect(
                    try await page.value(
                        "(t => !t.getClientRects().length || T.lies(t))(document.getElementById('toggle'))") == "true")
                try await page.picture("settings-\(width)-\(device)-\(zoom)")
                // Nothing of the app lies under them: closed, they leave it the window.
                try await page.value(
                    "document.getElementById('toggle').getClientRects().length && document.getElementById('toggle').click()"
                )
            }
            try await page.choose("light", in: "scheme")
            try await page.wait("T.scheme() === 'light'", "the screen is light")
            try await page.choose("dark", in: "scheme")
            try await page.wait("T.scheme() === 'dark'", "the screen is dark")
            try await page.close()
        }
    }

    @Test("the app is left and covered, and its lock is opened by whoever sits there")
    func lock() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click("Settings")
            try await page.choose("background", in: "phase")
            try await page.wait("T.find('Enclave is covered')", "it is covered")
            #expect(try await page.value("T.isReachable('Require the passcode')") == "false")
            try await page.choose("active", in: "phase")
            try await page.click("Require the passcode")
            try await page.waitFor("At once")
            try await page.choose("background", in: "phase")
            try await page.choose("active", in: "phase")
            // Who sits at this machine is its owner: the lock opens, and the settings stand as they were.
            try await page.wait("T.isReachable('Require the passcode')", "the settings are back")
            try await page.close()
        }
    }

    @Test(
        "the system's theme is the browser's, at the start and when it changes; a choice stands over it",
        .enabled(if: Engine.wanted == .chromium, "WebDriver cannot change what a browser prefers"))
    func browserScheme() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.prefer("prefers-color-scheme", "light")
            try await page.wait("T.scheme() === 'light'", "the screen is light")
            try await page.prefer("prefers-color-scheme", "dark")
            try await page.wait("T.scheme() === 'dark'", "the screen follows into the dark")
            try await page.reload()
            try await page.waitFor("Silvertune")
            #expect(try await page.value("T.scheme()") == "\"dark\"")
            try await page.click("Settings")
            try await page.click("Light")
            try await page.wait("T.scheme() === 'light'", "the app's own choice stands over the browser's")
            try await page.click("System")
            try await page.wait("T.scheme() === 'dark'", "and is given back")
            try await page.prefer("prefers-color-scheme", "light")
            try await page.wait("T.scheme() === 'light'", "the browser decides again")
            try await page.prefer("prefers-reduced-motion", "reduce")
            try await page.wait(
                "document.querySelector('#host .device').dataset.motion === 'reduce'", "less motion is wished for")
            try await page.close()
        }
    }

    @Test(
        "whatever gets the focus by Tab shows it, in both themes",
        arguments: ["light", "dark"])
    func focusRing(scheme: String) async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address, width: 500, height: 700)
            try await page.choose(scheme, in: "scheme")
            // What moves by itself would count as a difference.
            try await page.choose("reduce", in: "motion")
            try await page.click("room-A warmer site for Epsilver")
            try await page.waitFor("harbour.png")
            try await page.wait("T.scheme() === '\(scheme)' && T.isStill()", "the screen rests")
            var stops: Set<String> = []
            for _ in 0..<30 {
                try await page.press(.tab)
                stops.formUnion(try await ringIsSeen(on: page, scheme))
            }
            // What scrolls as well: some browsers let Tab stop there by themselves.
            _ = try await page.value(
                "(s => { s.tabIndex = 0; s.focus() })(document.querySelector('.scv[data-anchor=end]'))")
            stops.formUnion(try await ringIsSeen(on: page, scheme))
            #expect(stops.count > 8)
            try await page.close()
        }
    }

    /// Whether a picture with the focus differs from one without, around what has it.
    /// - Returns: its name, if that is the app's.
    private func ringIsSeen(on page: Page, _ scheme: String) async throws -> Set<String> {
        let name = try await page.value(
            """
            (e => { if (!document.getElementById('host').contains(e)) return null; window.held = e;
              return e.dataset.id || e.getAttribute('aria-label') || e.innerText.slice(0, 40) || e.className })(document.activeElement)
            """)
        guard name != "null" else { return [] }
        let frames =
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))"
        _ = try await page.value(frames)
        let with = try await page.image()
        _ = try await page.value("(window.held.blur(), \(frames))")
        let points = try await page.difference(from: with, around: "window.held")
        // As many as a line two pixels wide along the shorter side has.
        let needed = try await page.value(
            "(r => 2 * Math.min(r.width, r.height, innerHeight) )(window.held.getBoundingClientRect())")
        #expect(Double(points) >= Double(needed) ?? 0, "\(name) in \(scheme)")
        return [name]
    }
}
