/// `4d6kh3`: dice of one kind and what is done to them, in the order written.
public struct DiceTerm: Sendable, Hashable {
    public var count: Expression
    public var sides: Sides
    public var modifiers: [Modifier] = []
}

public enum Sides: Sendable, Hashable {
    /// Faces 1 to this number.
    case number(Expression)
    case fate(FateDie)
    /// `d{hit, hit, blank}`: two faces or more.
    case own([Face])
}

/// A die of −1, 0 and 1.
public enum FateDie: Sendable, Hashable {
    /// `dF`: each a third. Drawn as 1, 2, 3.
    case thirds
    /// `dF.1`: a sixth each for −1 and 1. Drawn as 1 to 6, of which 1 and 6 count.
    case sixths

    /// How many faces are drawn from.
    public var sides: Int { self == .thirds ? 3 : 6 }

    /// What a drawn face, from 1, is worth.
    public func value(ofFace face: Int) -> Int {
        switch self {
        case .thirds: face - 2
        case .sixths:
            switch face {
            case 1: -1
            case 6: 1
            default: 0
            }
        }
    }
}
