/// Dice of one kind with their modifiers, in the order written: `4d6kh3`.
public struct DiceTerm: Sendable, Hashable {
    public var count: Expression
    public var sides: Sides
    public var modifiers: [Modifier] = []
}

public enum Sides: Sendable, Hashable {
    /// Faces 1 to this number.
    case number(Expression)
    case fate(FateDie)
    /// A custom die with two faces or more: `d{hit, hit, blank}`.
    case custom([Face])
}

/// A die with the values −1, 0 and 1.
public enum FateDie: Sendable, Hashable {
    /// `dF`: each value has a third. Drawn as 1, 2, 3.
    case thirds
    /// `dF.1`: −1 and 1 have a sixth each. Drawn as 1 to 6, of which 1 and 6 count.
    case sixths

    /// The number of faces from which the die's face is drawn.
    public var sides: Int { self == .thirds ? 3 : 6 }

    /// Returns the value of a drawn face, from 1.
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
