/// The elements of an array as they are written, found without reading what they mean.
enum RawElements {
    /// The elements of the last member `name` of an object. The text must be one JSON object without faults.
    static func of(_ name: String, in object: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var (depth, isInside, key, string) = (0, false, object[..<object.startIndex], object[..<object.startIndex])
        var elements: [ArraySlice<UInt8>] = []
        var start = object.startIndex
        var index = start
        func cut(_ end: Int) {
            let element = object[start..<end].trimmed
            if !element.isEmpty { elements.append(element) }
            start = end + 1
        }
        while index < object.endIndex {
            switch object[index] {
            case UInt8(ascii: "\""):
                let first = index + 1
                index = closingQuote(object, from: first)
                string = object[first..<index]
            case UInt8(ascii: ":") where depth == 1: key = string
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if depth == 1, object[index] == UInt8(ascii: "["), key.elementsEqual(name.utf8) {
                    (isInside, elements, start) = (true, [], index + 1)
                }
                depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 1, isInside {
                    cut(index)
                    isInside = false
                }
            case UInt8(ascii: ",") where depth == 2 && isInside: cut(index)
            default: break
            }
            index += 1
        }
        return elements
    }

    private static func closingQuote(_ text: ArraySlice<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, text.endIndex - 1)
    }
}

extension ArraySlice<UInt8> {
    /// The text without JSON white space around it.
    fileprivate var trimmed: ArraySlice {
        let space = [" ", "\t", "\r", "\n"].map { UInt8(ascii: $0) }
        guard let first = firstIndex(where: { !space.contains($0) }),
            let last = lastIndex(where: { !space.contains($0) })
        else { return self[startIndex..<startIndex] }
        return self[first...last]
    }
}
