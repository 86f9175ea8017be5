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

    /// The condition that the code reports, in lower case without a full stop.
    public var summary: String {
        switch self {
        case .parseError: "the line is not valid JSON in UTF-8"
        case .invalidRequest:
            "the JSON is not a JSON-RPC 2.0 request, or the line is too long (reason lineTooLong)"
        case .methodNotFound: "no such method"
        case .invalidParams:
            "a param is unknown, missing or of the wrong type; the message names it"
        case .internalError: "the daemon failed; its log has the cause"
        case .tableNotFound: "no table has this name"
        case .tableExists: "a table with this name already exists"
        case .busy: "dice of the table are still rolling"
        case .dieAnimating: "a die to lock or unlock is still rolling"
        case .allLocked: "every die of the table is locked"
        case .nothingRolled:
            "the turn has no roll yet, and the request needs one"
        case .noSuchDie: "the table has no die with this number"
        case .limitExceeded: "the request would exceed a limit of the daemon"
        case .dieLocked: "the roll names a locked die"
        case .unsupportedProtocol: "the daemon does not support this protocol version"
        case .shuttingDown: "the daemon is stopping"
        case .storageFailed: "the store could not be read or written; nothing was changed"
        case .badExpression:
            "the text is not valid dice notation, or cannot be rolled"
        case .notAllowed: "this connection or user may not do this"
        case .notYourTurn: "it is another player's turn"
        case .noRollsLeft: "the turn has no rolls left"
        case .turnOpen: "dice, pace and game cannot change while a turn is open"
        case .revealMismatch:
            "the reveal was not requested, came too late (late), or does not match the contribution"
        case .gameOpen: "a match is in progress, or the game fixes this setting"
        case .gameOver: "the match is over"
        case .boxNeeded: "several boxes are open to this turn; name one"
        case .boxTaken: "the box is already filled"
        case .noSuchBox: "the table's game has no such box"
        case .boxNotAllowed: "the joker rule requires another box"
        case .noScore:
            "the locked dice score nothing or too little, none were locked after a roll, or the roll omits dice"
        case .badGame: "the game document is invalid; path names the place in it"
        case .commitmentChanged:
            "the turn was full and has ended; the entropy was sent before the next commitment"
        case .rollAllFirst:
            "the first roll of a turn at this table must include every die"
        case .nothingToCorrect:
            "there is no last turn to correct, or it can no longer be corrected"
        case .wrongFaces:
            "the faces do not match the dice that roll, are missing, or the table has no real dice"
        case .noGame: "the table has no game"
        }
    }

    /// The member of `data` that accompanies the code, besides `reason`.
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
