/// What faces a die has.
public struct DieKind: Sendable, Hashable {
    /// How many faces it is drawn from: 3 or 6 of a Fate die.
    public let sides: Int
    public let fate: FateDie?
    /// The faces of a die of one's own, by the number that is drawn, from 1; nil for any other.
    public let own: [Face]?

    public init(sides: Int) {
        self.sides = sides
        fate = nil
        own = nil
    }
    public init(_ fate: FateDie) {
        sides = fate.sides
        self.fate = fate
        own = nil
    }
    public init(_ own: [Face]) {
        sides = own.count
        fate = nil
        self.own = own
    }

    /// What a drawn face, from 1, is worth.
    public func value(ofFace face: Int) -> Int {
        own?[face - 1].number ?? fate?.value(ofFace: face) ?? face
    }

    var highest: Int { own.map(Self.numbers)?.max() ?? (fate == nil ? sides : 1) }
    var lowest: Int { own.map(Self.numbers)?.min() ?? (fate == nil ? 1 : -1) }

    /// The values that it may show, each once, lowest first; nil if they are all from the lowest to
    /// the highest.
    var values: [Int]? { own.map { Set(Self.numbers($0)).sorted() } }

    /// Bytes that the faces of a die of one's own take where it is told of.
    var faceBytes: Int { own?.reduce(0) { $0 + $1.description.utf8.count + 3 } ?? 0 }

    private static func numbers(_ faces: [Face]) -> [Int] {
        faces.map(\.number)
    }
}

extension DieKind {
    /// Whether a comparison holds for any of its values, and for all.
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
