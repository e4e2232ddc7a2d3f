import CollabHost
import Foundation
import Testing

/// The app, its own screens, used through a browser by mouse and keyboard against live rooms.
@MainActor
@Suite(
    "The app in a browser", .serialized, .timeLimit(.minutes(4)),
    .enabled(if: Engine.wanted != nil, "they run one by one, without others beside them: make browser-test")
)
struct BrowserTests {
    private static let enclaveApp = "room-Outbox for enclave-app"
    private static let silvertune = "room-Playlist order for Silvertune"
    private static let epsilver = "room-A warmer site for Epsilver"

    // MARK: The demo rooms

    @Test(
        "the stream of enclave-app is watched, stopped, and steered by Return")
    func streamStopSteer() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click(Self.enclaveApp)
            // It grows by itself, again and again, and the end stays in view.
            for step in 1...3 {
                let before = try await page.value("T.transcript()")
                try await page.wait("T.transcript() !== \(before)", "the transcript changes (\(step))")
            }
            try await page.wait(Self.isAtEnd, "the end is in view")
            // Who is there needs no button that leads there.
            try await page.wait("!T.find('Go to the end')", "the app knows that the end is in view")
            try await page.picture("stream")
            try await page.click("stop")
            try await page.wait("T.find('Stopping') || !T.find('Stop')", "the app says that it stops")
            try await page.click("composer")
            try await page.insert("Keep the words short")
            try await page.press(.enter)
            try await page.waitFor("Understood, Ada")
            #expect(try await page.value("T.find('composer').value") == "\"\"")
            #expect(try await page.value("document.activeElement === T.find('composer')") == "true")
            try await page.wait(Self.isAtEnd, "the answer is in view")
            try await page.picture("steered")
            try await page.close()
        }
    }

    private static let isAtEnd = """
        (() => { const s = document.querySelector('.scv[data-anchor=end]');
          return s.scrollHeight - s.scrollTop - s.clientHeight < 8 })()
        """

    @Test(
        "silvertune-web asks: approve, then choose, then mark several")
    func asks() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click(Self.silvertune)
            try await page.waitFor("bun run db:migrate")
            try await page.picture("approval")
            try await page.click("Approve")
            try await page.waitFor("How should the new order reach people?")
            try await page.picture("choice")
            try await page.clickButton(containing: "Ten per cent first")
            try await page.waitFor("What goes along in this release?")
            try await page.clickButton(containing: "Keyboard moves")
            // Each mark is a question answered and asked again; until then the panel takes no other.
            try await page.wait(
                "T.seen().some(e => e.matches('button[aria-pressed=true]') && /keyboard moves/i.test(e.innerText))",
                "it is marked")
            // A tap that comes before the question is asked again is not taken, and a person taps once more.
            try await page.wait(
                "T.shows('The note to listeners') || (T.usable('Done')?.click(), false)", "the next question is there")
            try await page.close()
        }
    }

    @Test("the pictures of epsilver-site are seen, one fills the screen, Escape puts it away")
    func pictures() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click(Self.epsilver)
            try await page.waitFor("harbour.png")
            try await page.wait(Self.hasPicture, "a picture is drawn")
            _ = try await page.value("document.querySelector('#host img').scrollIntoView({block:'center'})")
            try await page.picture("pictures")
            try await page.clickFirst("#host [data-on~=tap] img")
            try await page.wait("document.querySelector('.presentation img')", "the viewer shows it")
            try await page.picture("viewer")
            try await page.click("Close")
            try await page.wait("!document.querySelector('.presentation')", "the viewer has gone")
            try await page.close()
        }
    }

    private static let hasPicture =
        "[...document.querySelectorAll('#host img')].some(i => i.complete && i.naturalWidth > 0)"

    @Test("a subagent is looked into from Activity, and left again")
    func subagent() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click(Self.epsilver)
            try await page.waitFor("harbour.png")
            try await page.click("Activity")
            try await page.clickButton(containing: "AltText")
            try await page.wait("T.find('Back')", "the agent's screen is there")
            try await page.wait("!T.shows('Main')", "the list of agents is covered")
            try await page.picture("agent")
            try await page.click("Back")
            try await page.waitFor("Main")
            try await page.close()
        }
    }

    @Test("the way back by keyboard leads to the row that was opened")
    func back() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.tab(to: Self.epsilver)
            try await page.press(.enter)
            try await page.wait("T.find('composer')", "the session's screen is there")
            try await page.press(.escape)
            try await page.wait("T.find('Pair a box')", "the list is back")
            try await page.wait(
                "document.activeElement.closest('[data-id=\"\(Self.epsilver)\"]')",
                "the focus is on the room that was left")
            // From a subagent as well, and by the button.
            try await page.press(.enter)
            try await page.waitFor("harbour.png")
            try await page.click("Activity")
            try await page.tabToButton(containing: "AltText")
            try await page.press(.enter)
            try await page.wait("T.find('Back')", "the agent's screen is there")
            try await page.tab(to: "Back")
            try await page.press(.enter)
            try await page.wait(
                "/alttext/i.test(document.activeElement.innerText) && document.activeElement.matches('button')",
                "the focus is on the agent that was left")
            try await page.close()
        }
    }

    // MARK: Ways in

    @Test("a pasted link says what it grants, and joins over a real relay")
    func pair() async throws {
        try await Stage.run(onRelay: true, offersDemo: false) { stage in
            let link = try #require(stage.box.room(.enclaveApp)).link.formatted
            let page = try await Page.open(stage.address)
            try await page.waitFor("No sessions yet")
            try await page.click("Pair a box")
            try await page.click("pair-link")
            try await page.insert("not a link")
            try await page.wait("T.find('pair-refusal')", "a sentence says what is wrong")
            #expect(try await page.value("!!T.usable('pair-connect')") == "false")
            try await page.value("T.find('pair-link').select()")
            try await page.insert(link)
            try await page.waitFor("You will see everything, and can send prompts")
            try await page.picture("pair")
            try await page.click("pair-connect")
            try await page.waitFor("Outbox for enclave-app")
            try await page.wait("T.find('composer')", "the session's screen is there")
            try await page.close()
        }
    }

    @Test("a link in the launch's environment is joined without a question")
    func launchLink() async throws {
        try await Stage.run(
            offersDemo: false,
            environment: { box in ["ENCLAVE_COLLAB_LINK": box.room(.silvertuneWeb)?.link.formatted ?? ""] },
            { stage in
                let page = try await Page.open(stage.address)
                try await page.waitFor("Playlist order for Silvertune")
                try await page.wait("T.find('composer')", "the session's screen is there")
                try await page.close()
            })
    }

    // MARK: Settings

    @Test("the theme is switched, and stays over a reload")
    func theme() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click("Settings")
            try await page.click("Light")
            try await page.wait(Self.isLight, "the screen is light")
            try await page.picture("light")
            try await page.click("Done")
            try await page.wait("!document.querySelector('.presentation')", "the settings have gone")
            try await page.reload()
            try await page.wait(Self.isLight, "the screen is still light")
            try await page.click("Settings")
            try await page.click("Dark")
            try await page.wait("!\(Self.isLight)", "the screen is dark again")
            try await page.close()
        }
    }

    /// Whether the lower left edge of the device is painted light.
    private static let isLight = """
        (() => { const d = document.querySelector('#host .device').getBoundingClientRect();
          for (let e = document.elementFromPoint(d.left + 3, d.top + d.height * 0.9); e; e = e.parentElement) {
            const c = getComputedStyle(e).backgroundColor.match(/[\\d.]+/g).map(Number);
            if (c.length === 3 || c[3] > 0.5) return c[0] + c[1] + c[2] > 600 }
          return false })()
        """

    @Test("at more than twice the text size nothing is wider than the screen, and the controls can be reached")
    func largeText() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.choose("8", in: "size")
            try await page.wait(
                """
                parseFloat(getComputedStyle(T.seen().find(e => e.matches('.text') &&
                  e.textContent === 'Outbox for enclave-app')).fontSize) > 30
                """, "the text is large")
            try await page.picture("large-sessions")
            #expect(try await page.value(Self.tooWide) == "[]")
            try await page.click(Self.enclaveApp)
            try await page.wait("T.find('composer')", "the session's screen is there")
            try await page.picture("large-session")
            #expect(try await page.value(Self.tooWide) == "[]")
            for name in ["composer", "stop", "Back"] {
                try await page.wait("T.isReachable('\(name)')", "\(name) can be reached")
            }
            try await page.close()
        }
    }

    /// Controls that stick out of the device, but for those in rows that scroll sideways.
    private static let tooWide = """
        (() => { const d = document.querySelector('#host .device').getBoundingClientRect();
          return T.seen().filter(e => e.matches('button,input,textarea') && !e.closest('.sch')).filter(e => {
            const r = e.getBoundingClientRect(); return r.left < d.left - 1 || r.right > d.right + 1
          }).map(e => (e.getAttribute('aria-label') || e.innerText).slice(0, 60)) })()
        """

    // MARK: Windows

    /// Whether the whole device can be seen.
    private static let fits = """
        (() => { const r = document.querySelector('#host .device').getBoundingClientRect();
          return r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight && r.width > 200 })()
        """

    @Test("the device fits into a small window, and can be used at that size", arguments: [(800, 600), (560, 900)])
    func smallWindow(width: Int, height: Int) async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address, width: width, height: height)
            try await page.wait(Self.fits, "the whole device is in view")
            for device in ["iPad", "iPad landscape", "iPhone"] {
                try await page.choose(device, in: "device")
                try await page.wait(Self.fits, "the whole \(device) is in view")
            }
            try await page.picture("small-window-\(width)")
            try await page.click(Self.enclaveApp)
            try await page.wait("T.find('composer')", "the session's screen is there")
            try await page.click("Attach")
            try await page.wait("document.querySelector('.menu')", "a menu opens")
            try await page.wait(Self.menuIsNear, "it lies in the device, near its button")
            try await page.press(.escape)
            // As large as the device is, the window scrolls, and every corner can be reached.
            try await page.choose("1", in: "zoom")
            try await page.wait(
                "document.querySelector('#host .device').getBoundingClientRect().width === 393",
                "it is drawn in full size")
            try await page.value("scrollTo(0, 0)")
            #expect(
                try await page.value(
                    "(r => r.left >= 0 && r.top >= 0)(document.querySelector('#host .device').getBoundingClientRect())")
                    == "true")
            try await page.value("scrollTo(0, document.documentElement.scrollHeight)")
            #expect(
                try await page.value(
                    "document.querySelector('#host .device').getBoundingClientRect().bottom <= innerHeight") == "true")
            try await page.close()
        }
    }

    private static let menuIsNear = """
        (() => { const m = document.querySelector('.menu').getBoundingClientRect(),
          d = document.querySelector('#host .device').getBoundingClientRect(), b = T.find("Attach")?.getBoundingClientRect();
          return m.left >= d.left && m.right <= d.right && m.top >= d.top && m.bottom <= d.bottom &&
            (!b || Math.min(Math.abs(m.top - b.bottom), Math.abs(b.top - m.bottom)) < 40) })()
        """

    @Test("a phone's browser is filled by the app and a strip that opens the settings")
    func phone() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address, width: 390, height: 664, isPhone: true)
            try await page.wait(
                """
                (r => r.left === 0 && r.top <= 32 && r.width === innerWidth && r.bottom === innerHeight)(
                  document.querySelector('#host .device').getBoundingClientRect())
                """, "the app fills the page")
            #expect(try await page.value("document.getElementById('bar').getClientRects().length") == "0")
            try await page.tap(Self.enclaveApp)
            try await page.wait("T.isReachable('composer')", "the session's screen is there, with its composer in view")
            #expect(try await page.value(Self.tooWide) == "[]")
            try await page.picture("phone")
            try await page.close()
        }
    }

    @Test("a transcript that stands at its end stands there after its window changed, and goes on following")
    func resized() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address, width: 390, height: 844)
            try await page.click(Self.silvertune)
            try await page.waitFor("bun run db:migrate")
            try await page.wait(Self.isAtEnd, "the end is in view")
            for (width, height) in [(1_280, 900), (700, 500), (390, 844)] {
                try await page.resize(width: width, height: height)
                try await page.wait("innerWidth === \(width)", "the window is \(width) wide")
                try await page.wait(Self.isAtEnd, "the end is in view at \(width)")
                try await page.wait("!T.find('Go to the end')", "the app knows it")
            }
            try await page.close()
        }
    }

    @Test("more tabs than anybody opens are refused with a word")
    func manyTabs() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            let outcome = try await page.value(
                """
                new Promise(done => { let open = 0, refused = 0;
                  const sockets = Array.from({length: 132}, () => {
                    const s = new WebSocket(`ws://${location.host}/live${location.search}`);
                    s.onmessage = () => { if (!s.seen) { s.seen = true; open++; look() } };
                    s.onclose = e => { if (e.code === 4029) { refused++; look() } }; return s });
                  function look() { if (open + refused === 132) { done([open, refused]); for (const s of sockets) s.close() } } })
                """)
            // One of the 128 is the page itself.
            #expect(outcome == "[127,5]")
            try await page.close()
        }
    }

    // MARK: Typing

    @Test(
        "a word that an input method composes outlives the stream, and Return belongs to the input method",
        .enabled(if: Engine.wanted == .chromium, "WebDriver has no input method"))
    func composition() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click(Self.enclaveApp)
            try await page.click("composer")
            try await page.compose("に")
            try await page.compose("にほん")
            // The room goes on streaming meanwhile; each change is a patch that must leave the word alone.
            for step in 1...3 {
                let before = try await page.value("T.transcript()")
                try await page.wait("T.transcript() !== \(before)", "the transcript changes (\(step))")
                #expect(try await page.value("T.find('composer').value") == "\"にほん\"")
            }
            try await page.press(.enter, isComposing: true)
            #expect(try await page.value("T.find('composer').value") == "\"にほん\"")
            try await page.insert("日本")
            try await page.insert("へ")
            try await page.wait("T.find('composer').value === '日本へ'", "the word is finished")
            let session = try #require(stage.model.current)
            try await page.wait("T.usable('send')", "the app has the words")
            #expect(session.draft == "日本へ")
            #expect(session.client.outbox.isEmpty)
            try await page.close()
        }
    }

    @Test("two tabs show one app: what is typed in one stands in the other, and a reload loses nothing")
    func twoTabs() async throws {
        try await Stage.run { stage in
            let first = try await Page.open(stage.address)
            let second = try await Page.open(stage.address)
            try await first.click(Self.silvertune)
            try await second.wait("T.find('composer')", "the second tab follows")
            try await first.click("composer")
            for letter in ["H", "o", "l", "d", " ", "o", "n"] { try await first.insert(letter) }
            try await second.wait("T.find('composer').value === 'Hold on'", "the second tab shows the letters")
            try await second.reload()
            try await second.wait("T.find('composer')?.value === 'Hold on'", "they are there after a reload")
            try await second.click("composer")
            try await second.insert("!")
            try await first.wait("T.find('composer').value === 'Hold on!'", "the first tab shows what the second wrote")
            try await second.close()
            try await first.click("send")
            try await first.wait("T.find('composer').value === ''", "it was sent")
            try await first.close()
        }
    }

    // MARK: Keyboard

    @Test(
        "a keyboard alone opens a room, walks the list, opens and closes a sheet, and gets its place back")
    func keyboard() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.wait("T.find('\(Self.epsilver)')", "the rooms are listed")
            try await page.tab(to: "Settings")
            try await page.press(.enter)
            try await page.waitFor("Appearance")
            try await page.tab(to: "Done")
            try await page.press(.escape)
            try await page.wait("!document.querySelector('.presentation')", "Escape closes the sheet")
            try await page.wait("document.activeElement === T.find('Settings')", "the focus is back where it was")
            try await page.tab(to: Self.enclaveApp)
            try await page.press(.arrowDown)
            try await page.press(.arrowDown)
            try await page.press(.arrowUp)
            try await page.wait("document.activeElement === T.find('\(Self.silvertune)')", "arrows walk the rows")
            try await page.press(.enter)
            try await page.wait("T.find('composer')", "Return opens the room")
            try await page.tab(to: "composer")
            try await page.insert("one")
            try await page.press(.enter, shift: true)
            try await page.wait("T.find('composer').value === 'one\\n'", "Shift-Return is a new line")
            try await page.insert("two")
            try await page.wait("T.find('composer').value === 'one\\ntwo'", "the second line is written")
            // Out of the field, then out of the room.
            try await page.press(.escape)
            try await page.press(.escape)
            try await page.wait("T.find('\(Self.enclaveApp)')", "the list is back")
            try await page.close()
        }
    }

    @Test("a keyboard alone approves, answers, scrolls, opens a row's menu, and stops the turn")
    func keyboardInRoom() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.wait("T.find('\(Self.silvertune)')", "the rooms are listed")
            try await page.tab(to: Self.silvertune)
            try await page.press(.enter)
            try await page.waitFor("bun run db:migrate")
            // Scrolling away and back, wherever the focus is.
            try await page.wait(Self.isAtEnd, "the end is in view")
            try await page.press(.pageUp)
            try await page.wait("!\(Self.isAtEnd)", "the page key scrolls up")
            try await page.wait("T.find('Go to the end')", "a button leads back")
            try await page.press(.pageDown)
            try await page.press(.pageDown)
            try await page.wait(Self.isAtEnd, "and down")
            try await page.wait("!T.find('Go to the end')", "the button has gone")
            // A row that is no control has a menu all the same.
            try await page.wait("T.rowWithMenu()", "a row has a menu")
            try await page.value("T.rowWithMenu().focus()")
            #expect(try await page.value("document.activeElement === T.rowWithMenu()") == "true", "Tab comes there")
            // WebDriver, and so Firefox here, has no key for it.
            if Engine.wanted == .chromium {
                try await page.press(.contextMenu)
                try await page.wait("document.activeElement?.closest('[role=menu]')", "the menu is open and has focus")
                try await page.press(.arrowDown)
                try await page.press(.escape)
                try await page.wait("!document.querySelector('[role=menu]')", "Escape closes it")
            }
            try await page.tab(to: "Approve")
            try await page.press(.enter)
            try await page.waitFor("How should the new order reach people?")
            try await page.tabToButton(containing: "Ten per cent first")
            try await page.press(.space)
            try await page.waitFor("What goes along in this release?")
            try await page.press(.escape)
            try await page.press(.escape)
            try await page.wait("T.find('\(Self.enclaveApp)')", "the list is back")
            try await page.tab(to: Self.enclaveApp)
            try await page.press(.enter)
            try await page.wait("T.usable('stop')", "the agent works")
            try await page.press(.period, meta: true)
            try await page.wait("T.find('Stopping') || !T.find('Stop')", "the app says that it stops")
            try await page.close()
        }
    }

    // MARK: What can break

    @Test("a relay that dies is said on screen, with a way out")
    func deadRelay() async throws {
        try await Stage.run(onRelay: true) { stage in
            let page = try await Page.open(stage.address)
            try await page.click(Self.enclaveApp)
            try await page.waitFor("Claude Opus")
            await stage.killRelay()
            try await page.waitFor("Reconnecting, attempt")
            try await page.picture("dead-relay")
            #expect(try await page.value("!!T.usable('Try now')") == "true")
            // What was seen stays, and can be written on.
            #expect(try await page.value("T.transcript().length > 100") == "true")
            try await page.click("composer")
            try await page.insert("For later")
            try await page.press(.enter)
            try await page.waitFor("not sent")
            try await page.close()
        }
    }

    @Test("a preview that ends says so in the page")
    func endedPreview() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            await stage.endPreview()
            try await page.wait("!document.getElementById('lost').hidden", "the page says that the connection is gone")
            try await page.close()
        }
    }
}
