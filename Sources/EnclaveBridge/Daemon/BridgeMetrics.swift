/// Counters and gauges for `/metrics`, in Prometheus' text format. Labels are the program's own words.
final class BridgeMetrics: Sendable {
    enum Counter: String, Sendable, CaseIterable {
        case pushesAccepted = "enclave_bridge_pushes_accepted_total"
        case pushesRefused = "enclave_bridge_pushes_refused_total"
        case pushesRetried = "enclave_bridge_pushes_retried_total"
        case alertsOpened = "enclave_bridge_alerts_opened_total"
        case alertsClosed = "enclave_bridge_alerts_closed_total"
        case sinkDeliveries = "enclave_bridge_sink_deliveries_total"
        case sinkFailures = "enclave_bridge_sink_failures_total"
        case activityPushes = "enclave_bridge_activity_pushes_total"
        case devicesDisabled = "enclave_bridge_devices_disabled_total"
        case storeErrors = "enclave_bridge_store_errors_total"
        case renewals = "enclave_bridge_renewals_total"

        var help: String {
            switch self {
            case .pushesAccepted: "Alerts and withdrawals Apple accepted."
            case .pushesRefused: "Alerts given up."
            case .pushesRetried: "Alerts put off after an error."
            case .alertsOpened: "Alerts opened."
            case .alertsClosed: "Alerts taken back or over."
            case .sinkDeliveries: "Events other sinks took."
            case .sinkFailures: "Events other sinks did not take."
            case .activityPushes: "Live Activity pushes Apple accepted."
            case .devicesDisabled: "Devices given up because their token is gone."
            case .storeErrors: "Failures of the registry."
            case .renewals: "Renewals taken from devices."
            }
        }
    }

    enum Gauge: String, Sendable, CaseIterable {
        case roomsLeased = "enclave_bridge_rooms_leased"
        case roomsLive = "enclave_bridge_rooms_live"
        case devices = "enclave_bridge_devices"
        case inFlight = "enclave_bridge_deliveries_in_flight"
        case tokenAlarm = "enclave_bridge_bad_token_alarm"
        case providerAlarm = "enclave_bridge_provider_refused"

        var help: String {
            switch self {
            case .roomsLeased: "Rooms this bridge follows."
            case .roomsLive: "Of these, rooms with a live session."
            case .devices: "Devices that are pushed to."
            case .inFlight: "Deliveries under way."
            case .tokenAlarm: "1 while Apple calls most device tokens bad: wrong environment or topic."
            case .providerAlarm: "1 while Apple refuses this bridge's key."
            }
        }
    }

    private struct Values {
        var counters: [Counter: Int] = [:]
        var gauges: [Gauge: Int] = [:]
        var reasons: [String: Int] = [:]
    }

    private let values = BridgeLock(Values())

    func count(_ counter: Counter, by amount: Int = 1) {
        values.withLock { $0.counters[counter, default: 0] += amount }
    }

    func set(_ gauge: Gauge, _ value: Int) { values.withLock { $0.gauges[gauge] = value } }

    func change(_ gauge: Gauge, by amount: Int) { values.withLock { $0.gauges[gauge, default: 0] += amount } }

    /// Counts an answer of APNs by its reason.
    func answered(_ reason: String) { values.withLock { $0.reasons[reason, default: 0] += 1 } }

    func value(_ counter: Counter) -> Int { values.withLock { $0.counters[counter] ?? 0 } }

    func value(_ gauge: Gauge) -> Int { values.withLock { $0.gauges[gauge] ?? 0 } }

    /// The page.
    func text() -> String {
        let values = values.withLock { $0 }
        var lines: [String] = []
        for counter in Counter.allCases {
            lines += ["# HELP \(counter.rawValue) \(counter.help)", "# TYPE \(counter.rawValue) counter"]
            lines.append("\(counter.rawValue) \(values.counters[counter] ?? 0)")
        }
        for gauge in Gauge.allCases {
            lines += ["# HELP \(gauge.rawValue) \(gauge.help)", "# TYPE \(gauge.rawValue) gauge"]
            lines.append("\(gauge.rawValue) \(values.gauges[gauge] ?? 0)")
        }
        let name = "enclave_bridge_apns_answers_total"
        lines += ["# HELP \(name) Answers of APNs by reason.", "# TYPE \(name) counter"]
        for (reason, count) in values.reasons.sorted(by: { $0.key < $1.key }) {
            lines.append("\(name){reason=\"\(reason)\"} \(count)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
