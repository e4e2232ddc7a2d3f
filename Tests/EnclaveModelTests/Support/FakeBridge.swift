import EnclaveContracts
import EnclaveModel

/// A bridge in a test's hand: it opens renewals as a real one does, and answers what the test says.
actor FakeBridge: RenewalSender {
    private var code: PairingCode?
    private(set) var known: [PairingCode] = []
    private(set) var places: [String] = []
    private var answers: [Result<RenewalAnswer, RenewalFailure>] = []
    private var isHeld = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    var count: Int { known.count }

    /// The device's code was taken there.
    func pair(_ code: PairingCode) { self.code = code }

    func answer(_ answers: Result<RenewalAnswer, RenewalFailure>...) { self.answers += answers }
    func hold() { isHeld = true }
    func release() {
        isHeld = false
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    func send(_ renewal: String, to address: BridgeAddress) async throws(RenewalFailure) -> RenewalAnswer {
        places.append(address.text)
        let opened: PairingCode
        do {
            guard let code, let parsed = PairingRenewal(parsing: renewal) else { throw PairingError.unreadable }
            opened = try parsed.open(with: code.renewalKey())
        } catch {
            throw .unreadable
        }
        known.append(opened)
        if isHeld { await withCheckedContinuation { waiting.append($0) } }
        return answers.isEmpty ? .taken : try answers.removeFirst().get()
    }
}
