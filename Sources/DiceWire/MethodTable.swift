/// The methods that one server has, in the order of its document.
public struct MethodTable: Sendable {
    public let methods: [AnyMethod]
    private let byName: [String: AnyMethod]

    init(_ methods: [AnyMethod]) {
        self.methods = methods
        byName = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
    }

    /// The method of this name; nil if there is none.
    public subscript(name: String) -> AnyMethod? { byName[name] }

    /// The methods of diced.
    public static let daemon = MethodTable([
        AnyMethod(.hello), AnyMethod(.ping), AnyMethod(.discover), AnyMethod(.confine), AnyMethod(.status),
        AnyMethod(.watchList), AnyMethod(.unwatchList), AnyMethod(.list), AnyMethod(.create), AnyMethod(.configure),
        AnyMethod(.delete), AnyMethod(.get), AnyMethod(.roll), AnyMethod(.throw), AnyMethod(.show), AnyMethod(.cancel),
        AnyMethod(.lock), AnyMethod(.unlock), AnyMethod(.toggleLock), AnyMethod(.endTurn), AnyMethod(.correct),
        AnyMethod(.contribute), AnyMethod(.reveal), AnyMethod(.game), AnyMethod(.newGame), AnyMethod(.matches),
        AnyMethod(.history), AnyMethod(.stats), AnyMethod(.watch), AnyMethod(.unwatch),
        AnyMethod(.saveRoll), AnyMethod(.listRolls), AnyMethod(.deleteRoll), AnyMethod(.backup),
    ])
}
