import CollabWire

/// `report_tool_issue`: the agent complains about a tool.
public enum ReportToolIssueCard: ToolCardKind {
    /// `report_tool_issue`.
    public static let names = ["report_tool_issue"]

    /// The tool and the complaint.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let tool = input.text("tool").flatMap { $0.isEmpty ? nil : $0 }
        let report = input.text("report").flatMap { $0.isEmpty ? nil : $0 }
        guard tool != nil || report != nil else { return [CardFormat.invalid("report")] }
        return [
            tool.map { CardFormat.badge($0, .warning) }, report.map { CardText(CardFormat.line($0, limit: 80)) },
        ].compactMap(\.self)
    }

    /// The whole complaint.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var blocks = CardFormat.badges([input.text("tool").map { CardFormat.badge($0, .warning) }])
        if let report = input.text("report"), !report.isEmpty { blocks.append(.note(report, tone: .warning)) }
        return blocks + input.outputBlocks()
    }
}
