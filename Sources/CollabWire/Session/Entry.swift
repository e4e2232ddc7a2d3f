import Foundation

/// One durable entry of the transcript (protocol §6).
///
/// Whatever the host sent is kept in ``raw``; the typed part holds what Enclave understands of it. An element that is
/// no object, or has no id, is an entry all the same (kind ``EntryKind/unreadable``): it keeps its place and is shown
/// as a note.
public struct Entry: Sendable, Hashable {
    /// Nil when the host's entry has no string id.
    public var id: String?
    /// The entry before it in its branch; may be one that guests never see.
    public var parentId: String?
    /// ISO 8601 on the wire; nil when missing or unreadable.
    public var timestamp: Date?
    /// What the entry is.
    public var kind: EntryKind
    /// What the host trimmed from this entry (§11, tail).
    public var elided: [ElidedValue]
    /// The entry as sent (or as restored, after elided values were loaded).
    public var raw: JSONText

    /// An entry from its parts.
    public init(
        id: String?, parentId: String?, timestamp: Date?, kind: EntryKind, elided: [ElidedValue], raw: JSONText
    ) {
        self.id = id
        self.parentId = parentId
        self.timestamp = timestamp
        self.kind = kind
        self.elided = elided
        self.raw = raw
    }
}

/// What an entry is.
public enum EntryKind: Sendable, Hashable {
    // Boxed, so that an entry stays small and cheap to copy.
    indirect case message(Message)
    indirect case customMessage(CustomMessage)
    indirect case compaction(Compaction)
    indirect case branchSummary(fromId: String?, summary: String)
    indirect case modelChange(model: String, role: String?)
    indirect case thinkingLevelChange(level: String?)
    /// A type of a newer host; its name.
    indirect case unknown(type: String)
    /// Not an entry at all (null, a scalar, no type, a message without a message).
    case unreadable
}

/// `custom_message`.
public struct CustomMessage: Sendable, Hashable {
    /// Who put it there.
    public var customType: String
    /// Content blocks; a plain string is one text block.
    public var content: [ContentBlock]
    /// What its kind adds, as sent.
    public var details: JSONText?
    /// Others than `collab-prompt` are shown only when this is true.
    public var display: Bool

    /// `details.from` of a `collab-prompt`: the guest who wrote it.
    public var author: String?

    /// The `customType` of a guest's prompt.
    public static let collabPrompt = "collab-prompt"

    /// A message from its parts.
    public init(customType: String, content: [ContentBlock], details: JSONText?, display: Bool, author: String?) {
        self.customType = customType
        self.content = content
        self.details = details
        self.display = display
        self.author = author
    }
}

/// `compaction`.
public struct Compaction: Sendable, Hashable {
    /// What replaced the earlier conversation.
    public var summary: String
    /// The same in a few words.
    public var shortSummary: String?
    /// The first entry the model still sees as it was.
    public var firstKeptEntryId: String?
    /// Tokens in the context before.
    public var tokensBefore: Int?

    /// A compaction from its parts.
    public init(summary: String, shortSummary: String?, firstKeptEntryId: String?, tokensBefore: Int?) {
        self.summary = summary
        self.shortSummary = shortSummary
        self.firstKeptEntryId = firstKeptEntryId
        self.tokensBefore = tokensBefore
    }
}

/// One record of `collabElided`: a value that the host trimmed (§11).
public struct ElidedValue: Sendable, Hashable {
    /// What kind of value was trimmed.
    public enum Kind: Sendable, Hashable {
        case string, array, image, entry
        /// A kind of a newer host.
        case other(String)
    }

    /// Addresses the *original* entry; empty means all of it.
    public var path: [PathStep]
    /// What kind of value was trimmed.
    public var kind: Kind
    /// Size of the JSON text, in UTF-16 units.
    public var bytes: Int
    /// Names this version of the value when it is asked for.
    public var hash: String
    /// Of an image.
    public var mimeType: String?
    /// An image taken out of an image-only array: put back by insertion.
    public var removed: Bool

    /// A record from its parts.
    public init(path: [PathStep], kind: Kind, bytes: Int, hash: String, mimeType: String?, removed: Bool) {
        self.path = path
        self.kind = kind
        self.bytes = bytes
        self.hash = hash
        self.mimeType = mimeType
        self.removed = removed
    }
}
