// The wire format of the model's values.

public import DiceModel

extension DieState: Message {
    static let members = Members(
        component: "Die",
        { die, sides, value, locked, animating, faces in
            Self(
                die: die,
                sides: sides,
                value: value,
                locked: locked,
                animating: animating,
                faces: faces
            )
        },
        Member("die", \.die, .number),
        Member("sides", \.sides, .integer(Limits.sidesPerDie)),
        Member("value", \.value, .number),
        Member("locked", \.locked),
        Member("animating", \.animating),
        .faces(
            \.faces,
            "The faces of a custom die; absent in frames."
        )
    )

    public init(json: JSONValue) throws(JSONMismatch) {
        self = try Self.members.read(json)
        guard isPossible else { throw JSONMismatch(wanted: "a face of the die") }
    }

    /// Writes the same text as `members`, but faster: dice are the most common value.
    public func write(to json: inout JSONWriter) {
        json.punctuated { json in
            json.text(#"{"die":"#)
            json.digits(die)
            json.text(#","sides":"#)
            json.digits(sides)
            json.text(#","value":"#)
            json.digits(value)
            json.text(locked ? #","locked":true"# : #","locked":false"#)
            json.text(animating ? #","animating":true"# : #","animating":false"#)
            if let faces {
                json.text(#","faces":"#)
                faces.write(to: &json)
            }
            json.text("}")
        }
    }
}

extension TableSnapshot: Message {
    static let members = Members(
        component: "Snapshot",
        {
            table,
            revision,
            turn,
            roll,
            rolling,
            by,
            rules,
            owner,
            watchers,
            watching,
            total,
            commitment,
            throwCommitment,
            contributors,
            archived,
            dice,
            game,
            flight in
            TableSnapshot(
                table: table,
                revision: revision,
                turn: turn,
                roll: roll,
                rolling: rolling,
                by: by,
                settings: rules.settings,
                rollsLeft: rules.rollsLeft,
                owner: owner,
                watchers: watchers,
                watching: watching,
                total: total,
                commitment: commitment,
                throwCommitment: throwCommitment,
                contributors: contributors,
                archived: archived,
                dice: dice,
                game: game,
                flight: flight
            )
        },
        Member("table", \.table, .tableName),
        Member("revision", \.revision, .number),
        Member("turn", \.turn, .number),
        Member("roll", \.roll, .count),
        Member("rolling", \.rolling),
        Member("by", ifPresent: \.by, .label, "The last roller of this turn."),
        Member(
            inline: { SettingsInTurn(settings: $0.settings, rollsLeft: $0.rollsLeft) },
            as: SettingsInTurn.members
        ),
        Member(
            "owner",
            ifPresent: \.owner,
            .label,
            "The creator, on a shared daemon."
        ),
        Member(
            "watchers",
            \.watchers,
            .count,
            default: 0,
            isAlwaysWritten: true,
            "The number of connections that watch the table."
        ),
        Member("watching", ifPresent: \.watching, .watching, watchingSummary),
        Member(
            "total",
            ifPresent: \.total,
            .sum,
            "The sum of the dice; absent while any is in flight."
        ),
        .commitment("commitment", \.commitment, "The SHA-256 of the open turn's seed."),
        .commitment("throwCommitment", \.throwCommitment, "The SHA-256 of the next throw's seed."),
        Member(
            "contributors",
            ifPresent: \.contributors,
            .contributors,
            "The contributors to the next roll."
        ),
        .archived(\.archived),
        Member("dice", \.dice, .everyDie(\.die)),
        Member("game", ifPresent: \.game),
        Member(
            "flight",
            ifPresent: \.flight,
            FlightPlan.wireForm,
            "The plans of the dice in flight, if table.watch requested plans."
        )
    )

    /// Writes the same text as `members`, but faster: this is the answer to `table.get`.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table)
            json.member("revision", revision)
            json.member("turn", turn)
            json.member("roll", roll)
            json.member("rolling", rolling)
            json.member("by", ifPresent: by)
            SettingsInTurn.members.writeMembers(
                of: SettingsInTurn(settings: settings, rollsLeft: rollsLeft),
                to: &json
            )
            json.member("owner", ifPresent: owner)
            json.member("watchers", watchers)
            json.member("watching", ifPresent: watching)
            json.member("total", ifPresent: total)
            json.member("commitment", ifPresent: commitment)
            json.member("throwCommitment", ifPresent: throwCommitment)
            json.member("contributors", ifPresent: contributors)
            json.member("archived", ifPresent: archived)
            json.member("dice", dice)
            json.member("game", ifPresent: game)
            json.member("flight", ifPresent: flight)
        }
    }
}

let watchingSummary =
    "The known names of watchers, sorted; the first \(Limits.watchingNames)."

extension Form<[String]> {
    static var watching: Self {
        Form(
            schema: .array(of: .label),
            isPossible: { Set($0).count == $0.count }
        )
    }
}

extension Frame: Message {
    static let members = Members(
        component: "Frame",
        Self.init,
        Member("table", \.table, .tableName),
        Member("revision", \.revision, .number),
        Member("turn", \.turn, .number),
        Member("roll", \.roll, .count),
        Member("rolling", \.rolling),
        Member("dice", \.dice, .someDice(\.die))
    )

    /// Writes the same text as `members`, but faster: frames are the most common message.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table)
            json.member("revision", revision)
            json.member("turn", turn)
            json.member("roll", roll)
            json.member("rolling", rolling)
            json.member("dice", dice)
        }
    }
}

extension RollRecord: Message {
    static let members = Members(
        component: "RollRecord",
        Self.init,
        Member("roll", \.roll, .number),
        Member("by", \.by, .label),
        Member("at", \.at),
        Member("outcome", \.outcome),
        Member("rolled", \.rolled, .numbers),
        Member("values", \.values, .faces),
        Member(inline: \.chance, as: RollChance.members),
        Member("reason", ifPresent: \.reason),
        .absent(\.absent),
        .bot(\.bot)
    )
}

extension TurnDie: Message {
    static let members = Members(
        component: "TurnDie",
        Self.init,
        Member("die", \.die, .number),
        Member("sides", \.sides, .integer(Limits.sidesPerDie)),
        Member("value", \.value, .number),
        Member("locked", \.locked),
        .faces(
            \.faces,
            "The faces of a custom die; the value is a face number from 1."
        )
    )

    public init(json: JSONValue) throws(JSONMismatch) {
        self = try Self.members.read(json)
        guard isPossible else { throw JSONMismatch(wanted: "a face of the die") }
    }
}
