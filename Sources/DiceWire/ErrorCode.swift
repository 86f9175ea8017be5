/// The error codes of the protocol; each has one reason.
public enum ErrorCode: Int, Sendable, Hashable, CaseIterable {
    // JSON-RPC 2.0, section 5.1
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    // diced
    case tableNotFound = 1
    case tableExists = 2
    case busy = 3
    case dieAnimating = 4
    case allLocked = 5
    case nothingRolled = 6
    case noSuchDie = 7
    case limitExceeded = 8
    case dieLocked = 9
    case unsupportedProtocol = 10
    case shuttingDown = 11
    case storageFailed = 12
    case badExpression = 13
    case notAllowed = 14
    case notYourTurn = 15
    case noRollsLeft = 16
    case turnOpen = 17
    case revealMismatch = 18
    case gameOpen = 19
    case gameOver = 20
    case boxNeeded = 21
    case boxTaken = 22
    case noSuchBox = 23
    case boxNotAllowed = 24
    case noScore = 25
    case badGame = 26
    case commitmentChanged = 27
    case rollAllFirst = 28
    case nothingToCorrect = 29
    case wrongFaces = 30
    case noGame = 31

    /// The value of `data.reason`: the case's name. A request line over the limit has `lineTooLong`
    /// instead.
    public var reason: String { "\(self)" }

    /// The condition under which the daemon returns it.
    public var summary: String {
        switch self {
        case .parseError: "The line is not JSON in UTF-8."
        case .invalidRequest:
            "The JSON is no JSON-RPC 2.0 request, or the line is too long (reason lineTooLong)."
        case .methodNotFound: "There is no such method."
        case .invalidParams:
            "A param is unknown, missing or of the wrong kind; the message names it."
        case .internalError: "The daemon made a mistake; its log says more."
        case .tableNotFound: "There is no table of this name."
        case .tableExists: "A table of this name exists already."
        case .busy: "A die of the table is animating."
        case .dieAnimating: "A die that the lock change names is animating."
        case .allLocked: "Every die of the table is locked."
        case .nothingRolled:
            "The turn has no roll: it cannot end, nor dice be locked where the first takes every die."
        case .noSuchDie: "The table has no die of this number."
        case .limitExceeded: "A limit of the daemon would be passed."
        case .dieLocked: "A die that the roll names is locked."
        case .unsupportedProtocol: "The daemon does not speak this protocol number."
        case .shuttingDown: "The daemon is stopping."
        case .storageFailed: "The change could not be stored, so it was not made."
        case .badExpression:
            "The text is not dice notation, or asks for what cannot be rolled."
        case .notAllowed: "This connection, or this user, may not do it."
        case .notYourTurn: "Another player is up."
        case .noRollsLeft: "The turn has had every roll that the table allows."
        case .turnOpen: "The turn has a roll, and dice or pace would change."
        case .revealMismatch:
            "Nobody asks this connection to reveal, or not any more (late), or its secret is not its contribution."
        case .gameOpen: "The match goes on, or the game decides it."
        case .gameOver: "The match is over."
        case .boxNeeded: "The turn may end in several boxes; one is to be named."
        case .boxTaken: "The box is filled."
        case .noSuchBox: "The game has no such box, or the table no game with boxes."
        case .boxNotAllowed: "The joker's rule wants another box."
        case .noScore:
            "The dice bring no points that way, or too few, or were not locked after a roll, or a roll omits some."
        case .badGame: "The game is none; path names the place in its document."
        case .commitmentChanged:
            "The turn was full and has ended; the entropy came before the next commitment."
        case .rollAllFirst:
            "The first roll of a turn takes every die at this table, and this one leaves some out."
        case .nothingToCorrect:
            "No turn is there to be put into another box, or not any more."
        case .wrongFaces:
            "The faces are not those of the dice that roll, or there are none, or the table draws its own."
        case .noGame: "The table has no game."
        }
    }

    /// The member of `data` that accompanies it, besides `reason`.
    public var detail: String? {
        switch self {
        case .dieAnimating, .noSuchDie, .dieLocked, .rollAllFirst: "dice"
        case .limitExceeded, .noRollsLeft: "limit"
        case .notYourTurn: "up"
        case .unsupportedProtocol: "supported"
        case .invalidParams: "param"
        case .badExpression: "offset"
        case .wrongFaces: "expected"
        case .boxNeeded, .boxNotAllowed: "options"
        case .badGame: "path"
        case .commitmentChanged: "nextCommitment"
        case .revealMismatch: "late"
        default: nil
        }
    }
}
