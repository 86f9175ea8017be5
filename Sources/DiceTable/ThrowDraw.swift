package import DiceModel
package import DiceNotation
import DiceProof

/// An expression evaluated on drawn faces.
package struct ThrowDraw: FlightDraw {
    /// The throw's number at its table, from 1.
    package let number: Int
    /// The expression as it was written.
    package let expression: String
    package let by: String
    /// The throw's label; `nil` if none was given.
    package let label: String?
    /// The saved roll that the request named instead of an expression.
    package let saved: RollName?
    /// The values that the request gave for parameters of the expression.
    package let values: ParameterValues?
    /// The mark that throws of the same command have in common.
    package let group: ThrowGroup?
    package let evaluation: Evaluation
    let table: String
    let owner: RollOwner?
    let animate: Bool
    let chance: RollChance
    /// True if a bot makes the throw.
    let isBot: Bool
    let seed: CommittedSeed?
    /// The seed of the next throw.
    let nextSeed: CommittedSeed
    /// The viewers who see the faces.
    let recipients: Recipients
    /// The dice known before any face was drawn.
    let first: [DieKind]
    /// The maximum size of the entry in bytes, known before any face is drawn.
    package var maxBytes = 0

    /// The stored throw, which is also its entry if the daemon dies before the dice settle.
    private var stored: StoredThrow {
        let (whole, hidden) = sealed(animate ? .cancelled : .completed).unsealed
        return StoredThrow(
            result: whole,
            hidden: hidden,
            sides: evaluation.countedSides,
            seed: seed,
            nextSeed: nextSeed,
            maxBytes: maxBytes
        )
    }

    package func save(in store: any TableStore, at: Timestamp) async throws(StoreError)
        -> SealedThrow?
    {
        guard animate else { return try await store.add(stored, at: at) }
        try await store.begin(stored, at: at)
        return nil
    }

    @TableActor
    package func begin(at group: DiceGroup, taking reservation: Reservation?)
        -> ThrowFlight
    {
        group.state.throwCount = number
        group.state.throwSeed = nextSeed
        let strangers = recipients.names.map {
            ThrowFlight(self, at: group, for: .without($0), taking: reservation)
        }
        strangers?.begin()
        let whole = ThrowFlight(
            self,
            at: group,
            for: recipients,
            beside: strangers,
            taking: reservation
        )
        whole.begin()
        return whole
    }

    /// Returns the plan for `part`, which is one of the parts of the throw's recipients. The plan
    /// for strangers has only the dice known before any face was drawn.
    func plan(for part: Recipients) -> ThrowPlan {
        part == recipients
            ? ThrowPlan(evaluation, numbers: secretNumbers)
            : ThrowPlan(Evaluation(withoutFaces: first), hidesFaces: true)
    }

    /// Returns the result together with the version that strangers see.
    func sealed(
        _ outcome: ThrowOutcome,
        reason: CancelReason? = nil,
        cancelledBy: String? = nil,
        numbers: [Int]? = nil
    ) -> SealedThrow {
        var whole = result(
            outcome,
            reason: reason,
            numbers: secretNumbers ?? numbers
        )
        whole.cancelledBy = cancelledBy
        guard let names = recipients.names else { return SealedThrow(whole) }
        let dice = first.enumerated().map { index, die in
            ThrowDie(
                die: index + 1,
                sides: die.sides,
                value: 0,
                kept: true,
                flags: [],
                fate: die.fate == nil ? nil : true,
                hidden: true
            )
        }
        return SealedThrow(whole, for: names, dice: dice)
    }

    /// The numbers of the dice of a secret throw; `nil` for a public throw. The dice that everyone
    /// knows come first, whenever the others appear.
    private var secretNumbers: [Int]? {
        guard recipients.names != nil else { return nil }
        let first = Set(evaluation.draws.filter(\.after.isEmpty).map(\.die))
        let dice = evaluation.dice.indices
        let order = dice.filter(first.contains) + dice.filter { !first.contains($0) }
        var numbers = order
        for (index, die) in order.enumerated() {
            numbers[die] = index + 1
        }
        return numbers
    }

    /// - Parameters:
    ///   - outcome: The outcome, unless the throw failed.
    ///   - numbers: The number of each die of the evaluation; `nil` numbers the dice as they were
    ///     drawn.
    func result(
        _ outcome: ThrowOutcome,
        reason: CancelReason? = nil,
        numbers: [Int]? = nil
    )
        -> ThrowResult
    {
        var result = ThrowResult(
            evaluation,
            table: table,
            number: number,
            expression: expression,
            by: by,
            label: label,
            outcome: outcome,
            reason: reason,
            numbers: numbers,
            room: Edition.textRoom(of: Edition.current)
        )
        result.saved = saved
        result.values = values
        result.group = group
        result.faces = evaluation.draws.map(\.face)
        result.chance = chance
        result.bot = isBot ? true : nil
        result.proof = EntryProof(
            commitment: seed?.commitment,
            seeded: seed?.isDerived == true ? true : nil,
            edition: seed == nil ? nil : Edition.current
        )
        return result
    }
}

extension DiceGroup {
    /// Draws the faces of a throw. Changes nothing.
    ///
    /// - Parameters:
    ///   - chance: The contributions from everyone except the daemon.
    ///   - recipients: The viewers who see the faces.
    ///   - isBot: True if a bot makes the throw.
    ///   - faces: The entered faces of real dice, in the order in which they are needed; `nil` to
    ///     draw them.
    /// - Throws: `DiceError.noRealDice` or `DiceError.wrongFaces`, or the error of an expression that cannot be evaluated.
    package func drawThrow(
        _ expression: Expression,
        text: String,
        label: String? = nil,
        saved: RollName? = nil,
        values: ParameterValues? = nil,
        group: ThrowGroup? = nil,
        animate: Bool = true,
        by: String,
        chance: RollChance = .nothing,
        owner: RollOwner? = nil,
        for recipients: Recipients = .everybody,
        isBot: Bool = false,
        faces entered: [Int]? = nil
    ) throws -> ThrowDraw {
        guard entered == nil || settings.hand == true else {
            throw DiceError.noRealDice
        }
        let table = name.description
        let number = throwCount + 1
        let chance = entered == nil ? chance.used(with: throwSeed) : .real
        var faces = FaceStream(
            secret(throwSeed),
            table: table,
            throw: number,
            chance: chance
        )
        var needed: [Int] = []
        let evaluation = try Edition.evaluate(expression, of: Edition.current) { sides in
            guard let entered else { return faces.face(sides: sides) }
            needed.append(sides)
            guard needed.count <= entered.count, 1...sides ~= entered[needed.count - 1]
            else {
                throw DiceError.wrongFaces(sides: needed)
            }
            return entered[needed.count - 1]
        }
        guard entered.map({ $0.count == needed.count }) ?? true else {
            throw DiceError.wrongFaces(sides: needed)
        }
        return ThrowDraw(
            number: number,
            expression: text,
            by: by,
            label: label,
            saved: saved,
            values: values,
            group: group,
            evaluation: evaluation,
            table: table,
            owner: owner,
            animate: animate && entered == nil,
            chance: chance,
            isBot: isBot,
            seed: throwSeed,
            nextSeed: randomness.seeds.seed(table: table, throw: number + 1),
            recipients: recipients,
            first: recipients == .everybody ? [] : expression.firstDice.dice
        )
    }
}
