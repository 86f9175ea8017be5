/// The faces of a die.
public struct DieKind: Sendable, Hashable {
    /// The number of faces from which the die's face is drawn: 3 or 6 for a Fate die.
    public let sides: Int
    public let fate: FateDie?
    /// The faces of a custom die, in the order of the drawn number, from 1; `nil` for any other
    /// die.
    public let customFaces: [Face]?

    public init(sides: Int) {
        self.sides = sides
        fate = nil
        customFaces = nil
    }
    public init(_ fate: FateDie) {
        sides = fate.sides
        self.fate = fate
        customFaces = nil
    }
    public init(_ own: [Face]) {
        sides = own.count
        fate = nil
        self.customFaces = own
    }

    /// Returns the value of a drawn face, from 1.
    public func value(ofFace face: Int) -> Int {
        customFaces?[face - 1].number ?? fate?.value(ofFace: face) ?? face
    }

    var highest: Int { customFaces.map(Self.numbers)?.max() ?? (fate == nil ? sides : 1) }
    var lowest: Int { customFaces.map(Self.numbers)?.min() ?? (fate == nil ? 1 : -1) }

    /// The distinct values that the die may show, ascending; `nil` if the die may show every value
    /// between the lowest and the highest.
    var values: [Int]? { customFaces.map { Set(Self.numbers($0)).sorted() } }

    /// The bytes of a custom die's faces in messages.
    var faceBytes: Int { customFaces?.reduce(0) { $0 + $1.description.utf8.count + 3 } ?? 0 }

    private static func numbers(_ faces: [Face]) -> [Int] {
        faces.map(\.number)
    }
}

extension DieKind {
    /// Returns whether a comparison holds for any of the die's values, and whether it holds for all
    /// of them.
    func meets(_ relation: Relation, _ number: Fraction) -> (any: Bool, all: Bool) {
        func holds(_ value: Int) -> Bool {
            relation.holds(Fraction(value), number)
        }
        if let values {
            return (values.contains(where: holds), values.allSatisfy(holds))
        }
        let isAmong = Int(exactly: number).map { lowest...highest ~= $0 } ?? false
        return switch relation {
        case .equal: (isAmong, isAmong && lowest == highest)
        case .unequal: (!isAmong || lowest < highest, !isAmong)
        default: (holds(lowest) || holds(highest), holds(lowest) && holds(highest))
        }
    }
}
