internal import DiceModel
internal import DiceTable
internal import DiceWire

extension RequestHandler {
    mutating func addThrowing() {
        let (tables, rolls) = (tables, rolls)
        storing(.throw) { params, connection in
            let (expression, text) = try await params.read(from: rolls)
            let table = try await tables.table(params.table)
            let flying = try await table.throw(
                expression, text: text, params, by: params.by ?? connection.permit.name, owner: connection.owner
            ) { connection.whyStopped }
            return .settling(flying, table) { () throws(WireError) in
                guard var result = flying.result else { throw .shuttingDown }
                result.nextCommitment = flying.nextCommitment
                return result
            }
        }
    }
}

extension Throw: Settling {
    var isSettled: Bool { result != nil }
}
