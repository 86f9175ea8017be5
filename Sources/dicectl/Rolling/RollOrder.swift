import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceNotation
import DiceProof
import DiceWire

/// The arguments of `dicectl roll`.
struct RollOrder: Hashable {
    var words = RollWords()
    /// True if --table names the table, so that another name is a saved roll.
    var isTableNamed = false
    /// True if dice in flight are settled first, instead of rejecting the roll.
    var restarts = false
    /// True if the exit status tells whether every target is met.
    var checks = false
    /// The number of times each expression is rolled, as one throw; `nil` for once.
    var times: Int?
    /// The label of a throw.
    var label: String?
    /// The names for which the expression is thrown, once for each; `nil` for one throw.
    var names: NameList?
    /// The faces of real dice; `nil` to draw them.
    var faces: [Int]?
    /// True if the faces replace those entered for the last roll.
    var replaces = false
    /// The people who see a throw; `nil` for everyone.
    var viewers: Viewers?
    /// `nil` for the login name, which the daemon knows.
    var player: String?
    var motion: Motion?
    var isPlain = false

    /// The expressions of the words, once parsed.
    private(set) var read: [String: Result<[RollText], NotationError>] = [:]

    /// Parses the words, so that the question and the answer read the same expressions.
    mutating func parse() {
        for text in ([words] + words.otherwise).flatMap(\.expressions) where read[text] == nil {
            read[text] = Result { () throws(NotationError) in try RollText.all(of: text) }
        }
    }

    private func rolls(of text: String) throws(NotationError) -> [RollText] {
        if let read = read[text] {
            return try read.get()
        }
        return try RollText.all(of: text)
    }

    /// Throws `ValidationError` if the options do not fit the words.
    func validate() throws {
        if words.mistake != nil {
            return
        }
        guard 1...1_000 ~= times ?? 1 else {
            throw ValidationError("--times must be a number from 1 to 1000")
        }
        if let names {
            try validate(names)
        }
        if restarts, words.isThrow || names != nil {
            throw ValidationError(
                "--restart needs dice of the table; throws never wait for dice in flight"
            )
        }
        if times != nil || label != nil, !words.isThrow, words.table.table == nil {
            throw ValidationError(
                "--times and --label need dice notation: dicectl roll 4d6kh3 --times 6"
            )
        }
        if faces != nil, words.expressions.count > 1 {
            throw Self.facesOfOne
        }
        if replaces, faces == nil || words.isThrow {
            throw ValidationError(
                "--replace needs the faces of the table's dice: dicectl roll --faces 3,5,1 --replace"
            )
        }
        if checks, !words.isThrow, words.table.table == nil {
            throw Self.noTarget
        }
        if checks, viewers?.isBlind == true {
            throw ValidationError(
                "--check would reveal what --blind hides; choose one"
            )
        }
        if viewers != nil, words.expressions.isEmpty, words.roll == nil {
            throw ValidationError(
                "a secret throw needs dice notation, such as: roll --secret d20"
            )
        }
    }

    /// Throws `ValidationError` if the words or other options do not fit names.
    private func validate(_ names: NameList) throws {
        if words.expressions.isEmpty, words.roll == nil {
            throw ValidationError(
                "--for needs dice notation: "
                    + TypedWords.line(["roll", "d20", "--for", names.text])
            )
        }
        if words.expressions.count > 1 {
            throw Self.refusal(of: words.expressions, for: names)
        }
        if label != nil {
            throw ValidationError("--for labels each throw with its name; leave out --label")
        }
        if let times {
            let one = words.withName.first ?? "d20"
            let line = ["roll", Self.repeated(one, times), "--for", names.text]
            throw ValidationError(
                "--times and --for cannot be used together; repeat within the expression: "
                    + TypedWords.line(line)
            )
        }
        if faces != nil, names.members.count != 1 {
            throw Self.facesOfOne
        }
    }

    static func refusal(of texts: [String], for names: NameList) -> ValidationError {
        let each = texts.map { TypedWords.line(["roll", $0, "--for", names.text]) }
        return ValidationError(
            "--for throws one expression, and these are \(texts.count); roll them one after another: "
                + each.joined(separator: "; ")
        )
    }

    private static let facesOfOne = ValidationError(
        "--faces works with one expression only: dicectl roll 2d6+3 --faces 4,5"
    )
    private static let noTarget = ValidationError(
        "--check needs a target: dicectl roll --check d20+5 vs 15"
    )

    /// The information that a roll needs from the daemon before its words can be resolved. It is
    /// requested only once, and only as far as the words need it.
    struct Question: Hashable {
        /// The tables that the words may be about.
        var tables: [TableName]
        var asksForRolls = false
        /// True if the thrower's name is requested.
        var asksForName = false
    }

    struct Answer {
        /// The missing tables, with the daemon's error for each.
        var missing: [TableName: WireError] = [:]
        var rolls = Result<[SavedRoll], ClientError>.success([])
        var name: String?
    }

    /// - Parameter here: the table to use if the words name none.
    func question(at here: TableName) -> Question {
        let readings = [words] + words.otherwise
        let named = readings.compactMap(table)
        let mayBeHere = readings.contains { table(in: $0) == nil || $0.roll != nil }
        return Question(
            tables: named + (mayBeHere && !named.contains(here) ? [here] : []),
            asksForRolls: readings.contains { words in
                let texts = texts(of: words, isRoll: isRoll(words))
                return words.roll != nil && (table(in: words) != nil || texts.isEmpty)
                    || texts.contains { text in
                        (try? rolls(of: text))?.contains(where: \.mayHaveNames) == true
                    }
            },
            asksForName: player == nil
                && viewers.map { !$0.isBlind && !$0.names.isEmpty } == true
        )
    }

    /// Resolves the words. Throws if a name is neither a table nor a saved roll, or if an
    /// expression is invalid.
    func resolved(at here: TableName, _ answer: Answer, animate: Bool) throws
        -> ResolvedRoll
    {
        func isSaved(_ roll: RollName?) throws -> Bool {
            try answer.rolls.get().contains { $0.name == roll }
        }
        try checkWords()
        var words = words
        if let whole = words.otherwise.first,
            table(in: words).map({ answer.missing[$0] != nil }) ?? true,
            try words.isTable ? words.isDieOrTable || isSaved(words.roll) : !isSaved(words.roll)
        {
            words = whole
        }
        var place = table(in: words) ?? here
        var isRoll = isRoll(words)
        if place == table(in: words), let missing = answer.missing[place] {
            guard let roll = words.roll, try isSaved(roll) else {
                try checkForm(of: place)
                throw ClientError.refused(missing)
            }
            place = here
            isRoll = true
        }
        let texts = texts(of: words, isRoll: isRoll)
        let saved = isRoll && texts.isEmpty ? words.roll : nil
        if texts.isEmpty, saved == nil {
            if checks {
                throw Self.noTarget
            }
            return .dice(
                RollParams(
                    table: place,
                    dice: words.table.choice.numbers,
                    animate: animate,
                    restart: restarts,
                    by: player,
                    entropy: entropy,
                    faces: faces,
                    replaces: replaces
                )
            )
        }
        let shelf = SavedShelf(answer.rolls.get)
        var parts: [ThrownPart]
        if let names {
            parts = try self.parts(of: saved, texts, names, words.values, shelf)
        } else if let saved, shelf.several(saved.description) == nil {
            if checks {
                try check(
                    try RollWords.read(saved.description, words.values, shelf)
                        .expression
                )
            }
            parts = [ThrownPart(saved: saved, values: words.values, label: label)]
        } else {
            let all = saved.map { [$0.description] } ?? texts
            parts = try all.flatMap { text in
                let values = values(for: text, among: all, words.values, shelf)
                return try self.parts(of: text, values, shelf)
            }
        }
        if faces != nil, parts.count > 1 {
            throw Self.facesOfOne
        }
        let group = names.flatMap { _ in NameList.freshGroup() }
        let thrown = parts.map { part in
            ThrowParams(
                table: place,
                expression: part.expression,
                saved: part.saved,
                values: part.values.isEmpty ? nil : ParameterValues(part.values),
                label: part.label,
                group: group,
                animate: animate,
                by: player,
                entropy: entropy,
                seenBy: viewers?.inRequest(of: player ?? answer.name ?? Player.login),
                faces: faces
            )
        }
        return .throws(thrown, at: place)
    }

    /// Returns the values for one of several texts: all but those that are for parameters of other
    /// texts alone.
    private func values(
        for text: String,
        among texts: [String],
        _ values: [String: Double],
        _ shelf: SavedShelf
    ) -> [String: Double] {
        guard texts.count > 1, !values.isEmpty else { return values }
        func parameters(_ text: String) -> Set<String> {
            let rolls = shelf.several(text)?.rolls ?? (try? self.rolls(of: text)) ?? []
            return Set(
                rolls.flatMap { (try? shelf.written($0))?.expression.parameters.map(\.name) ?? [] }
            )
        }
        let others = Set(texts.filter { $0 != text }.flatMap(parameters))
            .subtracting(parameters(text))
        return values.filter { !others.contains($0.key.lowercased()) }
    }

    /// The content of one throw.
    private struct ThrownPart {
        var expression: String?
        var saved: RollName?
        var values: [String: Double]
        var label: String?
    }

    /// Returns a throw of the only expression for each name.
    private func parts(
        of saved: RollName?,
        _ texts: [String],
        _ names: NameList,
        _ values: [String: Double],
        _ shelf: SavedShelf
    ) throws -> [ThrownPart] {
        let texts = saved.map { [$0.description] } ?? texts
        guard let text = texts.first, texts.count == 1 else {
            throw Self.refusal(of: texts, for: names)
        }
        let roll: RollText
        let written: WrittenExpression
        let all: [[String: Double]]
        do throws(NotationError) {
            let rolls: [RollText]
            if let several = shelf.several(text) {
                rolls = several.rolls
            } else {
                rolls = try self.rolls(of: text)
            }
            guard let only = rolls.first, rolls.count == 1 else {
                let each = rolls.map(\.expression)
                throw NotationError(
                    "--for throws one expression, not \(EventText.names(each))",
                    at: 0..<text.utf8.count,
                    expected: each
                )
            }
            roll = only
            if saved == nil, roll.remark != nil {
                throw NotationError(
                    "a remark after `#` is a label, and --for labels each throw with its name",
                    at: 0..<text.utf8.count,
                    expected: [roll.expression]
                )
            }
            written = try shelf.written(roll)
            all = try names.values(of: written, typed: roll.expression, given: values)
            for own in all {
                _ = try written.filling(own)
            }
        } catch { throw shelf.refusal(of: text, error) }
        if checks {
            try check(written.expression)
        }
        return zip(names.members, all).map { member, own in
            ThrownPart(
                expression: saved == nil ? roll.expression : nil,
                saved: saved,
                values: own,
                label: member.name
            )
        }
    }

    /// Returns the throws that a text describes. A saved roll may have several throws, each of
    /// which is labeled with the saved roll's name.
    private func parts(of text: String, _ values: [String: Double], _ shelf: SavedShelf)
        throws
        -> [ThrownPart]
    {
        let several = shelf.several(text)
        let rolls: [RollText]
        let reads: [(values: [String: Double], read: WrittenExpression)]
        do throws(NotationError) {
            rolls = if let several { several.rolls } else { try self.rolls(of: text) }
            if label != nil, several == nil, rolls.contains(where: { $0.remark != nil }) {
                throw NotationError(
                    "a remark after `#` is a label, and --label is given too",
                    at: 0..<text.utf8.count,
                    expected: ["one label"]
                )
            }
            let written = try rolls.map { roll throws(NotationError) in
                try shelf.written(roll)
            }
            reads = try Self.filled(written, with: values)
        } catch { throw shelf.refusal(of: several?.text ?? text, error) }
        return try zip(rolls, reads).map { roll, part in
            if checks {
                try check(part.read.expression)
            }
            var thrown = ThrownPart(
                expression: roll.expression,
                values: part.values,
                label: label ?? roll.remark
            )
            if several != nil {
                thrown.label = thrown.label ?? text
            } else if let name = RollName(roll.expression), times == nil, shelf.has(name) {
                thrown.saved = name
                thrown.expression = nil
            }
            guard let times else { return thrown }
            thrown.expression = Self.repeated(part.read, times)
            thrown.values = [:]
            return thrown
        }
    }

    /// Returns a repeat of the expression. A target, or the outcomes, apply to each round.
    private static func repeated(_ written: WrittenExpression, _ times: Int) -> String {
        let (rolled, verdict) = written.parts
        return "\(times)x(\(rolled.split(separator: " ").joined(separator: " ")))"
            + (verdict.isEmpty ? "" : " \(verdict)")
    }

    /// The same for a text, which may be the name of a saved roll.
    private static func repeated(_ text: String, _ times: Int) -> String {
        (try? RollText(text).written()).map { repeated($0, times) } ?? "\(times)x(\(text))"
    }

    /// Fills in the parameters of several throws. Each gets its own values as well as those that
    /// belong to none, so that the latter are reported as mistakes.
    private static func filled(_ parts: [WrittenExpression], with values: [String: Double])
        throws(NotationError)
        -> [(values: [String: Double], read: WrittenExpression)]
    {
        let names = parts.map { $0.expression.parameters.map(\.name) }
        return try parts.indices.map { index throws(NotationError) in
            let others = Set(names.joined()).subtracting(names[index])
            let own = values.filter { !others.contains($0.key.lowercased()) }
            return (own, try parts[index].filling(own))
        }
    }

    private func check(_ expression: Expression) throws {
        guard case .check = expression.kind else { throw Self.noTarget }
    }

    /// The entropy for drawn faces.
    private var entropy: String? { faces == nil ? Entropy.fresh() : nil }

    /// Returns true if the name in these words is a saved roll, whatever tables exist.
    private func isRoll(_ words: RollWords) -> Bool {
        let isThrow =
            words.isThrow || times != nil || label != nil || names != nil || viewers != nil
            || checks
        return words.roll != nil
            && (isTableNamed || words.expressions.isEmpty && isThrow)
    }

    /// Returns the table that these words name, if it exists.
    private func table(in words: RollWords) -> TableName? {
        isTableNamed || isRoll(words) ? nil : words.table.table
    }

    /// Returns the expressions to throw; empty for dice of the table and for a plain saved roll.
    private func texts(of words: RollWords, isRoll: Bool) -> [String] {
        guard isRoll else { return words.expressions }
        return words.expressions.isEmpty && times == nil ? [] : words.withName
    }

    /// Throws for the name of a missing table that is in a form of another dice program: `5k3`.
    private func checkForm(of table: TableName) throws(CommandError) {
        let text = table.description
        if let reading = OtherReading(words: text) {
            throw .notation(NotationError(reading, at: 0..<text.utf8.count), text)
        }
    }

    /// Throws for words in a form of another dice program.
    func checkWords() throws(CommandError) {
        if let mistake = words.mistake {
            throw .notation(mistake.error, mistake.text)
        }
    }
}
