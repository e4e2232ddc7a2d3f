import CollabWire

/// `ask`: questions to the person, and what was answered.
public enum AskCard: ToolCardKind {
    static let wireName = "ask"
    /// `ask`.
    public static let names = [wireName]

    /// The first question and how many there are.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        let questions = asked(input)
        guard let first = questions.first else { return [CardFormat.invalid("questions")] }
        var line = [CardText(CardFormat.line(first.question, limit: 70))]
        if questions.count > 1 { line.append(CardFormat.badge("\(questions.count) questions")) }
        return line
    }

    /// Each question with its options and the choice.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        let choices = choices(input)
        var blocks = choices.map(CardBlock.choices)
        if choices.isEmpty, input.result == nil { blocks.append(.badges([CardFormat.invalid("questions")])) }
        let isTold = answers(input) != nil && !input.isError
        return blocks + (isTold ? input.noteBlocks : input.outputBlocks())
    }

    /// The questions with their answers.
    static func choices(_ input: ToolCardInput) -> [CardChoices] {
        var questions = asked(input)
        if questions.isEmpty { questions = answeredQuestions(input) }
        let answers = answers(input)
        return questions.enumerated().map { index, question in
            let answer =
                answers.flatMap { answers in
                    answers.first { $0.id != nil && $0.id == question.id }
                        ?? (answers.indices.contains(index) ? answers[index] : nil)
                }
            return question.choices(answer)
        }
    }

    private struct Question {
        var id: String?
        var question: String
        var options: [(label: String, description: String?)]
        var isMultiple: Bool
        var recommended: Double?

        init(_ field: (String) -> JSONText?) {
            id = field("id")?.stringValue
            question = field("question")?.stringValue ?? ""
            options = (field("options").map { Array($0.elements) } ?? []).compactMap { option in
                if let label = option.stringValue { return (label, nil) }
                guard let label = option["label"]?.stringValue else { return nil }
                return (label, option["description"]?.stringValue)
            }
            isMultiple = field("multi")?.boolValue == true
            recommended = field("recommended")?.finite
        }

        func choices(_ answer: Answer?) -> CardChoices {
            CardChoices(
                id: id, question: question, isMultiple: isMultiple,
                options: options.enumerated().map { index, option in
                    CardChoices.Option(
                        label: option.label, description: option.description.flatMap { $0.isEmpty ? nil : $0 },
                        isChosen: answer?.selected.contains(AskCard.plain(option.label)) == true,
                        isRecommended: recommended == Double(index))
                }, customAnswer: answer?.custom, isTimedOut: answer?.isTimedOut == true,
                isAnswered: answer != nil)
        }
    }

    private struct Answer {
        var id: String?
        var selected: Set<String>
        var custom: String?
        var isTimedOut: Bool

        init(_ field: (String) -> JSONText?) {
            id = field("id")?.stringValue
            selected = Set((field("selectedOptions")?.strings ?? []).map(AskCard.plain))
            custom = field("customInput")?.stringValue
            isTimedOut = field("timedOut")?.boolValue == true
        }
    }

    /// Hosts mark the recommended option in the label they send back.
    private static func plain(_ label: String) -> String {
        let mark = " (Recommended)"
        return label.hasSuffix(mark) ? String(label.dropLast(mark.count)) : label
    }

    private static func asked(_ input: ToolCardInput) -> [Question] {
        var list = input["questions"]
        if let text = list?.stringValue {
            // Some models write the list as text.
            do { list = try JSONText(validating: text) } catch { list = nil }
        }
        let questions = (list?.objects ?? []).map { question in Question { question[$0] } }
        if !questions.isEmpty { return questions }
        return input.text("question") == nil ? [] : [Question { $0 == "id" ? nil : input[$0] }]
    }

    private static func answers(_ input: ToolCardInput) -> [Answer]? {
        if let results = input.detail("results"), results.isArray {
            let answers = results.objects.map { result in Answer { result[$0] } }
            return answers.isEmpty ? nil : answers
        }
        let isAnswered = ["question", "selectedOptions", "customInput"].contains { input.detail($0) != nil }
        return isAnswered ? [Answer { input.detail($0) }] : nil
    }

    /// What was asked, as the result tells it, for a call whose arguments do not.
    private static func answeredQuestions(_ input: ToolCardInput) -> [Question] {
        if let results = input.detail("results"), results.isArray {
            return results.objects.filter { $0["question"]?.stringValue != nil }.map { result in
                Question { result[$0] }
            }
        }
        return input.detailText("question") == nil ? [] : [Question { input.detail($0) }]
    }
}
