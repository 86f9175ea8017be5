extension Cause {
    /// The cause's code and sentence.
    var row: Row {
        switch self {
        case .notUTF8:
            Row(.parseError, "the line is not UTF-8", "send one JSON value per line, in UTF-8")
        case .notJSON:
            Row(
                .parseError,
                "the line is not JSON: expected {wanted} at byte {byte}",
                "send one JSON value a line"
            )
        case .lineTooLong:
            Row(
                .invalidRequest,
                "the request line is longer than {limit} bytes",
                "send smaller requests, one per line"
            )
        case .emptyBatch:
            Row(.invalidRequest, "the batch is empty", "send at least one request")
        case .notObject:
            Row(
                .invalidRequest,
                "not a JSON-RPC 2.0 request: a request is a JSON object",
                "send one object for each request"
            )
        case .invalidMember:
            Row(
                .invalidRequest,
                "not a JSON-RPC 2.0 request: \"{member}\" is missing or of the wrong type",
                "it must be {rule}"
            )
        case .methodNotFound:
            Row(.methodNotFound, "no method \"{method}\"", "rpc.discover lists all methods")
        case .methodNotOfLinks:
            Row(
                .methodNotFound,
                "no method \"{method}\" for links",
                "the methods are {methods}"
            )
        case .paramsInOrder:
            Row(
                .invalidParams,
                "params are passed by name",
                "send an object instead of an array"
            )
        case .unknownParam:
            Row(
                .invalidParams,
                "unknown param \"{param}\"",
                "the params of this method are {params}"
            )
        case .takesNoParams:
            Row(
                .invalidParams,
                "this method takes no params, and the request has \"{param}\"",
                "leave it out"
            )
        case .missingParam:
            Row(.invalidParams, "param \"{param}\" is missing", "it must be {rule}")
        case .invalidParam:
            Row(.invalidParams, "param \"{param}\" is not valid", "it must be {rule}")
        case .noDiceNamed:
            Row(
                .invalidParams,
                "no dice are named",
                "name at least one die; to unlock all, pass an empty list with \"only\""
            )
        case .neitherDiceNorGame:
            Row(.invalidParams, "the table needs \"dice\" or a \"game\"", "pass one of them")
        case .diceOfGame:
            Row(.invalidParams, "the game defines its own dice", "leave \"dice\" out")
        case .invalidFace:
            Row(
                .invalidParams,
                "face {face} of die {die} is not valid: {problem}",
                "the form of faces is in dice-protocol(7)"
            )
        case .noDestination:
            Row(
                .invalidParams,
                "the backup has no destination",
                "pass one of \"stream\", \"keep\" and \"path\""
            )
        case .severalDestinations:
            Row(
                .invalidParams,
                "the backup has several destinations",
                "pass only one of \"stream\", \"keep\" and \"path\""
            )
        case .forceWithoutPath:
            Row(.invalidParams, "\"force\" applies only to \"path\"", "leave it out")
        case .noSuchEntry:
            Row(
                .invalidParams,
                "the history of this table does not have entry {entry}",
                "table.history lists the entries"
            )
        case .otherChain:
            Row(
                .invalidParams,
                "param \"chain\" is not the chain hash of entry {entry}",
                "read the history again with table.history"
            )
        case .nameIsNotation:
            Row(.invalidParams, "\"{name}\" is dice notation", "choose a name that is not")
        case .noSavedRoll:
            Row(
                .invalidParams,
                "no saved roll \"{name}\"",
                "write dice, such as 4d6kh3+2, or save a roll under that name"
            )
        case .noExpression:
            Row(
                .invalidParams,
                "nothing to throw is named",
                "pass \"expression\" (dice notation, such as 2d6+3) or \"saved\" (the name of a "
                    + "saved roll)"
            )
        case .expressionAndSaved:
            Row(
                .invalidParams,
                "\"expression\" and \"saved\" exclude each other",
                "leave one of them out"
            )
        case .hostNeedsOneName:
            Row(
                .invalidParams,
                "the role \"host\" needs param \"as\" with exactly one name",
                "pass one name"
            )
        case .overlayOnlyWatches:
            Row(.invalidParams, "an overlay only watches", "leave \"role\" out")
        case .hostSeesEveryTable:
            Row(.invalidParams, "a host may use every table", "leave \"tables\" out")
        case .internalError:
            Row(.internalError, "the daemon failed ({type})", "its log has the cause")
        case .notImplemented:
            Row(
                .internalError,
                "the daemon does not implement this method",
                "report this bug"
            )
        case .unsupportedProtocol:
            Row(
                .unsupportedProtocol,
                "this {program} supports protocol {speaks}, not {asked}",
                "use programs of the same version"
            )
        case .shuttingDown:
            Row(.shuttingDown, "the daemon is stopping", "connect again once it is back")

        case .tableNotFound:
            Row(
                .tableNotFound,
                "no table \"{table}\"",
                "list the tables with table.list, or create one with table.create"
            )
        case .tableExists:
            Row(
                .tableExists,
                "table \"{table}\" already exists",
                "choose another name, or delete it first"
            )
        case .nameReadOtherwise:
            Row(
                .invalidParams,
                "a new table cannot be named \"{table}\": commands read that as dice or as a word "
                    + "of their own",
                "choose another name"
            )
        case .busy:
            Row(
                .busy,
                "dice are still rolling",
                "wait until they settle, cancel them, or roll with restart"
            )
        case .dieAnimating:
            Row(
                .dieAnimating,
                "{dice:die|dice} {dice} {dice:is|are} still rolling",
                "wait until they settle"
            )
        case .allLocked:
            Row(.allLocked, "every die is locked", "unlock at least one or end the turn")
        case .nothingRolled:
            Row(.nothingRolled, "the turn has no roll yet", "roll first")
        case .noSuchDie:
            Row(.noSuchDie, "the table has no die {dice}", "dice are numbered from 1")
        case .dieLocked:
            Row(
                .dieLocked,
                "{dice:die|dice} {dice} {dice:is|are} locked",
                "unlock {dice:it|them}, or roll without {dice:it|them}"
            )
        case .rollAllFirst:
            Row(
                .rollAllFirst,
                "the first roll of a turn must include every die, and this one omits {dice}",
                "name no dice"
            )
        case .notYourTurn:
            Row(.notYourTurn, "it is {up}'s turn", "wait until it ends")
        case .noRollsLeft:
            Row(
                .noRollsLeft,
                "the turn has used its {limit} {limit:roll|rolls}",
                "end it"
            )
        case .turnOpen:
            Row(
                .turnOpen,
                "dice, pace and game can change only before the first roll of a turn",
                "end the turn first"
            )
        case .commitmentChanged:
            Row(
                .commitmentChanged,
                "the turn was full and has ended, so nothing was rolled",
                "roll again with fresh entropy: yours was sent before the next turn's commitment "
                    + "was known"
            )
        case .wrongFaces:
            Row(
                .wrongFaces,
                "the faces do not match the dice that roll ({expected})",
                "enter one face for each, in that order"
            )
        case .facesMissing:
            Row(
                .wrongFaces,
                "this table uses real dice, so a roll needs their faces ({expected})",
                "enter one for each die, in that order"
            )
        case .noRealDice:
            Row(
                .wrongFaces,
                "this table does not use real dice",
                "send no faces, or configure it for real dice"
            )
        case .nothingToReplace:
            Row(
                .wrongFaces,
                "no entered faces can be replaced: the last roll has none, or something has "
                    + "changed since",
                "enter the faces of the next roll"
            )
        case .badExpression:
            Row(.badExpression, "{problem}", "the notation is in dice-notation(7)")
        case .otherForm:
            Row(.badExpression, "here this is written {expected}", "send that")
        case .secretForm:
            Row(
                .badExpression,
                "secrecy is not part of the notation",
                "send {expected} with \"seenBy\""
            )

        case .noGame: Row(.noGame, "the table has no game", "choose one first")
        case .gameOver: Row(.gameOver, "the match is over", "begin the next one")
        case .badGame:
            Row(
                .badGame,
                "invalid game document at {path}: expected {expected}",
                "see dice-games(7)"
            )
        case .noSuchGame:
            Row(.badGame, "this is not a game: expected {expected}", "see dice-games(7)")
        case .gameTooLarge:
            Row(
                .badGame,
                "the game document has {count} bytes; at most {limit} are valid",
                "shorten it, for example by a language in \"words\""
            )
        case .matchInProgress:
            Row(
                .gameOpen,
                "this setting cannot change while a match is in progress",
                "finish the match or begin another one"
            )
        case .fixedByGame:
            Row(
                .gameOpen,
                "the game of this table defines its dice and the rolls of a turn",
                "leave them out, or choose another game"
            )
        case .entryOfMatch:
            Row(
                .gameOpen,
                "entry {entry} belongs to a match in progress",
                "archive only entries before it"
            )
        case .entryOfLastTurn:
            Row(
                .gameOpen,
                "entry {entry} belongs to a turn that can still be corrected",
                "archive only entries before it"
            )
        case .boxNeeded:
            Row(
                .boxNeeded,
                "several boxes are open: {options}",
                "name the one to fill"
            )
        case .boxTaken: Row(.boxTaken, "this box is already filled", "choose an open one")
        case .noSuchBox:
            Row(
                .noSuchBox,
                "the game of this table has no such box",
                "choose one from its sheet"
            )
        case .noBoxes:
            Row(.noSuchBox, "turns of this table do not fill boxes", "leave \"box\" out")
        case .boxNotAllowed:
            Row(
                .boxNotAllowed,
                "the joker rule requires another box: {options}",
                "choose one of these"
            )
        case .noneLocked:
            Row(
                .noScore,
                "no scoring dice were locked after the last roll",
                "lock dice that score, sets only as a whole"
            )
        case .locksStay:
            Row(
                .noScore,
                "locked dice stay locked until the turn ends",
                "lock more dice, or roll"
            )
        case .locksDoNotScore:
            Row(
                .noScore,
                "some of these dice do not score",
                "lock dice that score, sets only as a whole"
            )
        case .belowMinimum:
            Row(
                .noScore,
                "a player without points needs at least {minimum} in one turn",
                "lock dice that score and roll again"
            )
        case .belowBankMinimum:
            Row(
                .noScore,
                "a turn needs at least {minimum} to be banked",
                "lock dice that score and roll again"
            )
        case .freeDiceOmitted:
            Row(
                .noScore,
                "a roll must include every unlocked die, and this one omits {dice}",
                "name no dice"
            )
        case .noBoxToCorrect:
            Row(
                .nothingToCorrect,
                "only the turns of a game with boxes can be corrected",
                "choose such a game"
            )
        case .noTurnToCorrect:
            Row(.nothingToCorrect, "no turn of this match has ended yet", "end a turn first")
        case .rolledSince:
            Row(
                .nothingToCorrect,
                "the last turn can be corrected only until the next roll",
                "leave it as it is"
            )
        case .correctedTooOften:
            Row(
                .nothingToCorrect,
                "a turn can be corrected at most {most} times",
                "leave it as it is"
            )
        case .noOtherBox:
            Row(.nothingToCorrect, "no other box is open to the last turn", "leave it as it is")
        case .noSuchPlayer:
            Row(
                .invalidParams,
                "{player} is not a player of this match",
                "name one of {players}"
            )
        case .lastPlayer:
            Row(
                .invalidParams,
                "{player} is the only player who does not rest",
                "let another player return first"
            )
        case .rolledInTurn:
            Row(
                .turnOpen,
                "{player} has already rolled in this turn",
                "end the turn first"
            )

        case .watchesOnly:
            Row(
                .notAllowed,
                "this connection may only watch",
                "to play, ask the person who invited you"
            )
        case .anonymous:
            Row(
                .notAllowed,
                "this connection has no name and only watches",
                "ask the person who invited you for one with a name"
            )
        case .confined:
            Row(
                .notAllowed,
                "this connection may only play at its own tables",
                "ask the person who invited you for more"
            )
        case .actsOnlyAs:
            Row(
                .notAllowed,
                "this connection acts only as {names}",
                "leave the other name out"
            )
        case .administratorOnly:
            Row(
                .notAllowed,
                "only the daemon's owner may do that",
                "ask them to do it"
            )
        case .tableOfAnother:
            Row(
                .notAllowed,
                "table \"{table}\" belongs to {owner}",
                "ask them to do it"
            )
        case .tableOfDaemon:
            Row(
                .notAllowed,
                "table \"{table}\" belongs to the daemon's owner",
                "ask them to do it"
            )
        case .savedRollOfAnother:
            Row(
                .notAllowed,
                "saved roll \"{name}\" belongs to {owner}",
                "choose another name"
            )
        case .savedRollOfDaemon:
            Row(
                .notAllowed,
                "saved roll \"{name}\" belongs to the daemon's owner",
                "choose another name"
            )
        case .savedRollOfEveryone:
            Row(
                .notAllowed,
                "saved roll \"{name}\" belongs to everyone",
                "save your own under that name; it hides this one"
            )
        case .throwOfAnother:
            Row(
                .notAllowed,
                "only {thrower}, a host or the table's owner may cancel that throw",
                "wait until it ends"
            )
        case .noThrowToShow:
            Row(
                .notAllowed,
                "you can see no finished throw {throw}",
                "a secret throw is visible only to its names"
            )
        case .turnOfAnother:
            Row(
                .notAllowed,
                "only {player}, who ended the last turn, may correct it",
                "ask them to do it"
            )
        case .matchOfOwner:
            Row(
                .notAllowed,
                "a match is in progress",
                "only the table's owner may begin another one before it ends"
            )
        case .notPlaying:
            Row(
                .notAllowed,
                "only players contribute at this table, and {name} is not one of them",
                "ask for a seat"
            )
        case .restOfAnother:
            Row(
                .notAllowed,
                "only {player} and the table's owner may decide this while {player} is here",
                "other players may once {player} has been away for a minute"
            )
        case .restEndsMatch:
            Row(
                .notAllowed,
                "the match would be over without {player}",
                "only {player} and the table's owner may end it so"
            )
        case .absenceOfAnother:
            Row(
                .notAllowed,
                "only a host and the table's owner may end the turn of {player}",
                "let one of them do it"
            )
        case .notAway:
            Row(
                .notAllowed,
                "{player} has not been away for a minute",
                "wait, or let {player} end the turn"
            )
        case .playersOfHost:
            Row(
                .notAllowed,
                "only a host and the table's owner may add players to a match",
                "ask one of them"
            )
        case .correctionByBot:
            Row(
                .notAllowed,
                "a bot does not correct turns",
                "let the player do it, on another connection"
            )
        case .hostInvitesHost:
            Row(
                .notAllowed,
                "a host's page cannot create links for hosts",
                "the daemon's user can, with dicectl web"
            )

        case .nothingToReveal:
            Row(
                .revealMismatch,
                "no roll is waiting for your contribution",
                "reveal it within 2 seconds of rollAsked"
            )
        case .revealedLate:
            Row(
                .revealMismatch,
                "your contribution was revealed too late, so the roll is void",
                "you can still contribute to later rolls"
            )
        case .otherSecret:
            Row(
                .revealMismatch,
                "the reveal does not match your contribution",
                "send the 16 bytes whose SHA-256 you sent"
            )

        case .storeFailed:
            Row(
                .storageFailed,
                "nothing was changed, because the store failed: {problem}",
                "the daemon's log has more"
            )
        case .notRead:
            Row(
                .storageFailed,
                "{part} could not be read: {problem}",
                "the daemon's log has more"
            )
        case .tableDamaged:
            Row(
                .storageFailed,
                "table {table} is damaged: its open match contradicts its {settings}",
                "begin another match, or delete the table"
            )
        case .storedLater:
            Row(
                .storageFailed,
                "the dice were rolled, but the result is not stored yet: {problem}",
                "it will be shown and counted once it is"
            )
        case .botNotStarted:
            Row(
                .internalError,
                "the bot was not started: {problem}",
                "start it with dicectl bot"
            )
        case .linksNotWritten:
            Row(
                .storageFailed,
                "no links were revoked, because {path} cannot be written: {problem}",
                "make that file writable"
            )
        case .backupRuns:
            Row(
                .storageFailed,
                "another backup is in progress",
                "try again when it is done"
            )
        case .backupCancelled:
            Row(.storageFailed, "no backup was made: it was cancelled", "begin another one")
        case .backupFailed:
            Row(
                .storageFailed,
                "no backup was made: {problem}",
                "the tables are as they were"
            )
        case .backupDamaged:
            Row(.storageFailed, "{problem}", "the daemon's log has more")

        case .diceOfTable:
            Row(
                .dice,
                "a table may have 1 to 1000 dice, not {count}",
                "choose another number"
            )
        case .sidesOfDie:
            Row(
                .sides,
                "a die may have 2 to 1000 sides, not {count}",
                "choose another number"
            )
        case .rollsOfTurn:
            Row(
                .values,
                "a turn may have at most {limit} {limit:roll|rolls} of these dice ({most} values)",
                "allow fewer rolls"
            )
        case .facesOfTable:
            Row(
                .length,
                "the faces of a table's dice have {actual} bytes, and at most {limit} are allowed",
                "shorten them"
            )
        case .tooManyBytes:
            Row(
                .length,
                "{part} has {actual} bytes, and at most {limit} are allowed",
                "shorten it"
            )
        case .tooManyCharacters:
            Row(
                .length,
                "{part} has {actual} characters, and at most {limit} are allowed",
                "shorten it"
            )
        case .tooManyMarks:
            Row(
                .length,
                "{part} has {actual} combining marks in a row, and at most {limit} are allowed",
                "shorten it"
            )
        case .notationLimit:
            Row(.limitExceeded, "{problem}", "the limits are in dice-notation(7)")
        case .notationLength:
            Row(.length, "{problem}", "shorten it")
        case .tablesOfDaemon:
            Row(.tables, "the daemon already has {limit} tables", "delete one first")
        case .tablesOfUser:
            Row(.tables, "{owner} already has {limit} tables", "delete one first")
        case .savedRollsOfDaemon:
            Row(.savedRolls, "the daemon already has {limit} saved rolls", "delete one first")
        case .savedRollsOfUser:
            Row(.savedRolls, "you already have {limit} saved rolls", "delete one first")
        case .savedBytesOfDaemon:
            Row(
                .savedRollsSize,
                "all saved rolls together may take at most {limit} bytes",
                "delete some first"
            )
        case .savedBytesOfUser:
            Row(
                .savedRollsSize,
                "your saved rolls may take at most {limit} bytes",
                "delete some first"
            )
        case .diceInFlight:
            Row(
                .inFlight,
                "at most {limit} dice may roll at the same time",
                "try again in a second, or roll without animation"
            )
        case .diceOfUser:
            Row(
                .inFlight,
                "at most {limit} dice of one user may roll at the same time",
                "try again in a second, or roll without animation"
            )
        case .thrownByUser:
            Row(
                .inFlight,
                "at most {limit} dice of the throws of one user may roll at the same time",
                "try again in a second, or roll without animation"
            )
        case .thrownByConnection:
            Row(
                .inFlight,
                "at most {limit} dice of the throws of one connection may roll at the same time",
                "try again in a second, or roll without animation"
            )
        case .throwsOfUser:
            Row(
                .throwsInFlight,
                "one user may have at most {limit} throws in flight",
                "try again in a second"
            )
        case .growingThrowsOfUser:
            Row(
                .throwsInFlight,
                "one user may have at most {limit} throws with open-ended dice in flight",
                "try again in a second"
            )
        case .facesInFlight:
            Row(
                .faces,
                "the throws in flight at a table may hold {limit} bytes of custom faces, and with "
                    + "this one they would hold {bytes}",
                "try again in a second"
            )
        case .largestThrow:
            Row(
                .text,
                "this throw could take {bytes} bytes, and at most {limit} are allowed",
                "roll fewer dice or rounds, or shorten the texts"
            )
        case .storedPerSecond:
            Row(
                .storage,
                "the large throws of one user may store {megabytes} MB per second",
                "try again in {retryAfter} milliseconds"
            )
        case .quota:
            Row(
                .quota,
                "your turns and throws use all of the {size} that you may store",
                "delete or archive one of your tables, or ask the administrator"
            )
        case .contributors:
            Row(
                .contributors,
                "the next roll already has {limit} contributors",
                "wait until it is rolled"
            )
        case .contributionsOfName:
            Row(
                .contributors,
                "{name} already contributes to the next roll on {limit} connections",
                "withdraw one of these first"
            )
        case .connectionsOfUser:
            Row(
                .connections,
                "{name} already has {limit} connections",
                "close one first"
            )
        case .askingNames:
            Row(
                .players,
                "{limit} people already want to be in the next match",
                "wait until it begins"
            )
        case .statisticsTooLarge:
            Row(
                .statistics,
                "the counts of all faces take {size} bytes, and at most {limit} are sent",
                "ask for one player with \"by\", or for one size of die with \"sides\""
            )
        case .batchTooLarge:
            Row(
                .batch,
                "a batch may have at most {limit} requests, not {count}",
                "send several batches"
            )
        case .repliesTooLarge:
            Row(
                .replies,
                "not done: the responses to this batch exceed {limit} bytes",
                "send the rest in another batch"
            )
        case .botsOfPage:
            Row(
                .bots,
                "{limit} bots already play for pages of hosts",
                "end one of their matches first"
            )
        case .linkTooLong:
            Row(.link, "the link would be too long", "name fewer tables or players")
        }
    }
}
