/// Finds one member of a JSON object and leaves its text as it is, so that it can be passed on unchanged.
public enum TopLevelMember {
    /// The text of the member's value; nil where the object has no such member. `object` must be valid JSON.
    public static func find(_ name: String, in object: [UInt8]) -> ArraySlice<UInt8>? {
        var position = 0
        var depth = 0
        var isName = false
        let wanted = Array(name.utf8)
        while position < object.count {
            switch object[position] {
            case UInt8(ascii: "\""):
                let end = endOfString(object, from: position)
                if depth == 1, isName, object[(position + 1)..<(end - 1)].elementsEqual(wanted) {
                    return value(object, after: end)
                }
                isName = false
                position = end
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isName = depth == 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): isName = depth == 1
            default: break
            }
            position += 1
        }
        return nil
    }

    private static func endOfString(_ text: [UInt8], from quote: Int) -> Int {
        var position = quote + 1
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "\""): return position + 1
            default: position += 1
            }
        }
        return text.count
    }

    private static func value(_ text: [UInt8], after nameEnd: Int) -> ArraySlice<UInt8> {
        let skipped: [UInt8] = [0x20, 0x09, 0x0D, UInt8(ascii: ":")]
        var start = nameEnd
        while start < text.count, skipped.contains(text[start]) { start += 1 }
        var end = start
        var depth = 0
        scan: while end < text.count {
            switch text[end] {
            case UInt8(ascii: "\""):
                end = endOfString(text, from: end)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { break scan }
                depth -= 1
            case UInt8(ascii: ","): if depth == 0 { break scan }
            default: break
            }
            end += 1
        }
        return text[start..<end]
    }
}
