/// What a die shows inside its box: three rows of seven columns.
enum DieFace {
    static let columns = 7

    static func rows(sides: Int, value: Int, glyphs: Glyphs) -> [String] {
        guard sides == 6, (1...6).contains(value) else {
            return [blank, centred(String(value)), centred("d\(sides)")]
        }
        let pip = glyphs.pip
        let both = " \(pip)   \(pip) "
        let middle = "   \(pip)   "
        let left = " \(pip)     "
        let right = "     \(pip) "
        return switch value {
        case 1: [blank, middle, blank]
        case 2: [left, blank, right]
        case 3: [left, middle, right]
        case 4: [both, blank, both]
        case 5: [both, middle, both]
        default: [both, both, both]
        }
    }

    private static let blank = String(repeating: " ", count: columns)

    static func centred(_ text: String, in columns: Int = columns) -> String {
        let room = max(0, columns - text.count)
        return String(repeating: " ", count: room / 2) + text + String(repeating: " ", count: room - room / 2)
    }
}
