/// The methods of one server, in the order of its document.
public struct MethodTable: Sendable {
    public let methods: [AnyMethod]
    private let byName: [String: AnyMethod]

    init(_ methods: [AnyMethod]) {
        self.methods = methods
        byName = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
    }

    /// Returns the method with this name; `nil` if there is none.
    public subscript(name: String) -> AnyMethod? { byName[name] }

    /// The methods of diced.
    public static let daemon = MethodTable([
        Method.hello.any, Method.ping.any, Method.discover.any, Method.confine.any,
        Method.status.any,
        Method.metrics.any,
        Method.watchList.any, Method.unwatchList.any, Method.list.any,
        Method.create.any,
        Method.configure.any,
        Method.delete.any, Method.get.any, Method.roll.any, Method.throw.any,
        Method.show.any,
        Method.cancel.any,
        Method.lock.any, Method.unlock.any, Method.toggleLock.any, Method.endTurn.any,
        Method.correct.any,
        Method.contribute.any, Method.reveal.any, Method.ask.any,
        Method.rest.any,
        Method.game.any, Method.newGame.any,
        Method.matches.any,
        Method.history.any, Method.stats.any, Method.prune.any, Method.watch.any,
        Method.unwatch.any,
        Method.saveRoll.any, Method.listRolls.any, Method.deleteRoll.any,
        Method.backup.any,
    ])
}
