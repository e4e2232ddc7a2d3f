import SwiftUI

/// Facts in two columns, as on a data sheet; one column at accessibility text sizes.
struct SpecGrid: View {
    /// One fact.
    struct Fact: Identifiable, Equatable {
        /// Also the label's key.
        let id: String
        let label: LocalizedStringKey
        let value: String
        /// Paths and ids are set in the code voice and may wrap anywhere.
        var isCode = false
        /// What VoiceOver says instead of the value.
        var spoken: String?

        init(_ label: LocalizedStringKey, id: String, value: String, isCode: Bool = false, spoken: String? = nil) {
            self.id = id
            self.label = label
            self.value = value
            self.isCode = isCode
            self.spoken = spoken
        }
    }

    @Environment(\.theme) private var theme
    @Environment(\.dynamicTypeSize) private var typeSize

    let facts: [Fact]

    var body: some View {
        VStack(spacing: 0) {
            ForEach(facts) { fact in
                row(fact)
                if fact.id != facts.last?.id { Hairline() }
            }
        }
        .glass()
    }

    private func row(_ fact: Fact) -> some View {
        Group {
            if typeSize.isAccessibilitySize {
                VStack(alignment: .leading, spacing: 4) { cells(fact) }
            } else {
                HStack(alignment: .firstTextBaseline, spacing: Metrics.gap) { cells(fact) }
            }
        }
        .padding(.horizontal, Metrics.gap)
        .padding(.vertical, 10)
        .accessibilityElement(children: .combine)
    }

    @ViewBuilder private func cells(_ fact: Fact) -> some View {
        Text(fact.label)
            .labelStyle()
            .foregroundStyle(theme[\.muted])
            .frame(maxWidth: typeSize.isAccessibilitySize ? .infinity : 120, alignment: .leading)
        Text(shown: fact.value)
            .font(.system(.subheadline, design: fact.isCode ? .monospaced : .default))
            .foregroundStyle(theme[\.txt])
            .frame(maxWidth: .infinity, alignment: .leading)
            .textSelection(.enabled)
            .accessibilityLabel(Text(shown: fact.spoken ?? fact.value))
            .accessibilityIdentifier("fact-\(fact.id)")
            // Letters under piles of accents reach far beyond their lines.
            .clipped()
    }
}
