import Testing

/// Room on the screen: what a person needs to go on lies where it can be reached.
extension BrowserTests {
    /// Whether nothing covers the composer.
    private static let composerIsFree = """
        (() => { const c = T.find('composer'), bar = document.querySelector('.tabbar');
          return c.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top + 1 && T.isReachable('composer') })()
        """

    @Test("the open plan takes its room from the transcript, and leaves the composer its place")
    func plan() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click("room-Outbox for enclave-app")
            try await page.wait("T.find('Plan')", "there is a plan")
            try await page.wait(Self.composerIsFree, "the composer is free")
            try await page.click("Plan")
            try await page.waitFor("Run the suite under ThreadSanitizer")
            try await page.wait(Self.composerIsFree, "the composer is free under the open plan")
            #expect(
                try await page.value("document.querySelector('.scv[data-anchor=end]').clientHeight > 100") == "true")
            try await page.picture("plan")
            try await page.close()
        }
    }

    @Test("the tab in front leads to the beginning of its list when it is chosen again")
    func tabAgain() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address, width: 390, height: 420)
            try await page.wait("T.find('room-Outbox for enclave-app')", "the list is there")
            let list = "T.find('room-Outbox for enclave-app').closest('.scv')"
            _ = try await page.value("\(list).scrollTop = 1e6")
            try await page.wait("\(list).scrollTop > 40", "the list is at its end")
            try await page.click("Sessions")
            try await page.wait("\(list).scrollTop < 4", "the list is at its beginning")
            try await page.close()
        }
    }

    @Test("the circle of an option stands at the height of its label's first line")
    func optionMarks() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click("room-Playlist order for Silvertune")
            try await page.click("Approve")
            try await page.waitFor("Ten per cent first")
            try await page.wait(
                "T.seen().some(e => e.matches('button') && e.querySelector('.sym') && /ten per cent/i.test(e.innerText))",
                "the options are there")
            let distances = """
                T.seen().filter(e => e.matches('button') && e.querySelector('.sym') && /per cent|everybody|nobody|all at once|first/i.test(e.innerText) && e.closest('[aria-label="Question from the agent"]'))
                  .map(e => { const text = document.createRange(); text.selectNodeContents(e.querySelector('.text'));
                    const [s, t] = [e.querySelector('.sym svg').getBoundingClientRect(), text.getClientRects()[0]];
                    return Math.abs((s.top + s.bottom) / 2 - (t.top + t.bottom) / 2) })
                """
            #expect(try await page.value("\(distances).length > 1") == "true")
            #expect(try await page.value("Math.max(...\(distances)) <= 2") == "true")
            try await page.picture("options")
            try await page.close()
        }
    }

    @Test(
        "what is copied says nothing of where its words may break",
        .enabled(if: Engine.wanted == .chromium, "Firefox lets no script make a clipboard"))
    func copied() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            let copied = try await page.value(
                """
                (() => { const words = document.createElement('p'); words.textContent = 'Mit\u{AD}tei\u{AD}lun\u{AD}gen'; document.body.append(words);
                  getSelection().selectAllChildren(words); const data = new DataTransfer();
                  words.dispatchEvent(new ClipboardEvent('copy', {clipboardData: data, bubbles: true, cancelable: true}));
                  return data.getData('text/plain') })()
                """)
            #expect(copied == "\"Mitteilungen\"")
            try await page.close()
        }
    }

    @Test("the clock of a Live Activity goes on by itself")
    func activityClock() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click("room-Outbox for enclave-app")
            try await page.wait("T.usable('stop')", "the agent works")
            try await page.click("Back")
            try await page.click("Settings")
            try await page.click("Lock screen preview")
            let clock = "T.seen().find(e => e.matches('.text') && /^\\d+:\\d\\d$/.test(e.textContent))?.textContent"
            try await page.wait(clock, "there is a clock")
            try await page.picture("activity-clock")
            let start = try await page.value(clock)
            try await page.wait("\(clock) !== \(start)", "it has gone on")
            let next = try await page.value(clock)
            try await page.wait("\(clock) !== \(next)", "and on")
            try await page.close()
        }
    }

    @Test("a bar lies over its screen only while there is something under it")
    func barEdge() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address)
            try await page.click("room-Outbox for enclave-app")
            try await page.wait("T.usable('stop')", "the agent works")
            let bar =
                "getComputedStyle([...document.querySelectorAll('.navbar')].find(e => e.offsetParent && !e.closest('[inert]'))).backgroundColor"
            let clear = "\(bar) === 'rgba(0, 0, 0, 0)'"
            try await page.wait("!(\(clear))", "the transcript goes on under the bar")
            try await page.click("Trust")
            try await page.wait(clear, "nothing lies under the bar of Trust")
            let list =
                "[...document.querySelectorAll('.scv')].find(e => e.offsetParent && !e.closest('[inert]') && e.scrollHeight > e.clientHeight)"
            _ = try await page.value("\(list).scrollTop = 120")
            try await page.wait("!(\(clear))", "facts go under the bar")
            _ = try await page.value("\(list).scrollTop = 0")
            try await page.wait(clear, "the beginning is back")
            try await page.close()
        }
    }

    @Test("the match that find stands at is marked and lies in view, whichever way it is come to")
    func find() async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address, height: 700)
            try await page.click("room-A warmer site for Epsilver")
            try await page.waitFor("harbour.png")
            try await page.click("Find in transcript")
            try await page.wait("document.activeElement.matches('input')", "the field has the focus")
            try await page.insert("the")
            let current = """
                T.seen().find(e => e.matches('.text span') && /underline/.test(e.style.textDecoration) &&
                  !/dotted/.test(e.style.textDecoration) && e.textContent.toLowerCase() === 'the')
                """
            for step in 1...4 {
                try await page.wait("T.lies(\(current))", "the match is in view (\(step))")
                try await page.picture("find-\(step)")
                try await page.click("Previous match")
                try await page.wait("T.isStill()", "the list rests")
            }
            try await page.click("Close find")
            try await page.wait("!(\(current))", "nothing is marked any more")
            try await page.close()
        }
    }

    @Test("a window as narrow as a small phone shows no scroll bar beside the app", arguments: [320, 390])
    func narrow(width: Int) async throws {
        try await Stage.run { stage in
            let page = try await Page.open(stage.address, width: width, height: 700)
            try await page.click("room-Outbox for enclave-app")
            try await page.wait("T.find('composer')", "the session's screen is there")
            #expect(try await page.value("document.documentElement.clientWidth") == "\(width)")
            #expect(
                try await page.value("document.querySelector('#host .device').getBoundingClientRect().width")
                    == "\(width)")
            #expect(
                try await page.value(
                    "T.seen().filter(e => e.matches('.scv,.sch') && e.offsetWidth > e.clientWidth).length") == "0")
            try await page.wait(Self.composerIsFree, "the composer is free")
            try await page.picture("narrow-\(width)")
            try await page.close()
        }
    }
}
