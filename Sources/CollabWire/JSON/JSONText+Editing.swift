import Foundation

/// Editing makes a new text; everything that is not edited keeps its bytes. Used to put elided values back (§11).
extension JSONText {
    /// The text with what is at `path` replaced; the empty path replaces everything.
    /// - Throws: ``JSONError/noSuchPath``.
    public func replacing(at path: [PathStep], with value: JSONText) throws(JSONError) -> JSONText {
        guard let target = self[path] else { throw .noSuchPath }
        return splicing(target.start..<target.end, with: value.bytes)
    }

    /// The text with `value` put in at `path`.
    ///
    /// When the last step is an index, the value goes before the element that is there (or at the end, when the index
    /// is the count); when it is a key, it becomes that member, in place of one with the same name.
    /// - Throws: ``JSONError/noSuchPath`` when the container is not there, or the index lies beyond its end.
    public func inserting(at path: [PathStep], _ value: JSONText) throws(JSONError) -> JSONText {
        guard let last = path.last, let container = self[path.dropLast()] else { throw .noSuchPath }
        switch last {
        case .key(let key):
            guard container.isObject else { throw .noSuchPath }
            if let old = container[key] { return splicing(old.start..<old.end, with: value.bytes) }
            var addition = JSONWriter()
            if container.members.contains(where: { _ in true }) { addition.append(byte: UInt8(ascii: ",")) }
            addition.append(key)
            addition.append(byte: UInt8(ascii: ":"))
            addition.append(value)
            return splicing(container.end - 1..<container.end - 1, with: addition.bytes)
        case .index(let index):
            guard container.isArray, index >= 0 else { throw .noSuchPath }
            var count = 0
            for element in container.elements {
                if count == index {
                    return splicing(element.start..<element.start, with: value.bytes + [UInt8(ascii: ",")])
                }
                count += 1
            }
            guard index == count else { throw .noSuchPath }
            let separator: [UInt8] = count == 0 ? [] : [UInt8(ascii: ",")]
            return splicing(container.end - 1..<container.end - 1, with: separator + value.bytes)
        }
    }

    /// The text without the element or member at `path` (all members of that name).
    /// - Throws: ``JSONError/noSuchPath``.
    public func removing(at path: [PathStep]) throws(JSONError) -> JSONText {
        guard let last = path.last, let container = self[path.dropLast()], container[[last]] != nil else {
            throw .noSuchPath
        }
        var kept = JSONWriter()
        switch last {
        case .key(let key):
            kept.append(byte: UInt8(ascii: "{"))
            var isFirst = true
            var iterator = container.members.makeIterator()
            while let (name, value) = iterator.nextRaw() {
                if name.isString(key) { continue }
                if !isFirst { kept.append(byte: UInt8(ascii: ",")) }
                isFirst = false
                kept.append(name)
                kept.append(byte: UInt8(ascii: ":"))
                kept.append(value)
            }
            kept.append(byte: UInt8(ascii: "}"))
        case .index(let index):
            kept.append(byte: UInt8(ascii: "["))
            var isFirst = true
            for (position, element) in container.elements.enumerated() where position != index {
                if !isFirst { kept.append(byte: UInt8(ascii: ",")) }
                isFirst = false
                kept.append(element)
            }
            kept.append(byte: UInt8(ascii: "]"))
        }
        return splicing(container.start..<container.end, with: kept.bytes)
    }

    /// This text with the bytes of `range` (offsets in the storage) replaced by those of a valid piece.
    private func splicing(_ range: Range<Int>, with piece: [UInt8]) -> JSONText {
        let size = byteCount - range.count + piece.count
        let bytes = ContiguousArray<UInt8>(unsafeUninitializedCapacity: size + JSONStorage.padding) { output, count in
            storage.bytes.withUnsafeBufferPointer { source in
                var at = output.startIndex
                func put(_ part: some Collection<UInt8>) {
                    for byte in part {
                        output[at] = byte
                        at += 1
                    }
                }
                put(source[start..<range.lowerBound])
                put(piece)
                put(source[range.upperBound..<end])
                put(repeatElement(0, count: JSONStorage.padding))
                count = at
            }
        }
        return JSONText(storage: JSONStorage(padded: bytes), start: 0, end: size)
    }
}
