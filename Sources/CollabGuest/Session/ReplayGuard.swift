/// Remembers the IVs of the newest opened frames, so that a relay can't play one back (protocol §3: IVs are random).
///
/// Bounded: a frame older than the newest `capacity` ones would be taken again. It can't do lasting harm: entries are
/// kept once per id, and everything else is replaced by what comes after it.
struct ReplayGuard: Sendable {
    /// Twelve bytes.
    struct IV: Sendable, Hashable {
        var high: UInt64
        var low: UInt32

        /// The first twelve bytes of a sealed frame.
        init(_ bytes: some Sequence<UInt8>) {
            high = 0
            low = 0
            for (index, byte) in bytes.prefix(12).enumerated() {
                if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt32(byte) }
            }
        }
    }

    private var seen: Set<IV> = []
    private var order: [IV] = []
    private var oldest = 0
    private let capacity: Int

    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// How many are remembered.
    var count: Int { seen.count }

    /// Whether a frame with this IV was opened before.
    func contains(_ iv: IV) -> Bool { seen.contains(iv) }

    /// Remembers an IV, forgetting the oldest one above the capacity.
    mutating func insert(_ iv: IV) {
        guard seen.insert(iv).inserted else { return }
        if order.count < capacity {
            order.append(iv)
        } else {
            seen.remove(order[oldest])
            order[oldest] = iv
            oldest = (oldest + 1) % capacity
        }
    }
}
