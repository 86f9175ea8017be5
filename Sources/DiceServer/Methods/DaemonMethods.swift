import DiceModel
import DiceWire

extension RequestHandler {
    mutating func addDaemon() {
        let tables = tables
        let info = info
        let server = server
        now(.hello) { params, connection in
            guard params.protocolNumber == protocolVersion else {
                throw WireError.unsupportedProtocol(params, by: "daemon")
            }
            connection.program = params.client ?? connection.program
            if params.bot {
                connection.becomeBot()
            }
            return HelloResult(
                protocol: protocolVersion,
                server: "diced/\(info.version)",
                instance: info.instance,
                pid: info.pid
            )
        }
        now(.ping) { none, _ in none }
        now(.discover) { _, _ in server.document(version: info.version) }
        now(.confine) { params, connection in try connection.confine(params) }
        now(.status) { _, connection in
            StatusResult(
                version: info.version,
                pid: info.pid,
                uptime: Int(info.startedAt.duration(to: .now).components.seconds),
                tables: tables.count,
                clients: server.connections.count,
                watchers: tables.watchers,
                animating: tables.animatingDice,
                seeded: info.isSeeded,
                slow: info.slowness == 1 ? nil : info.slowness,
                stateFolder: info.stateFolder,
                // The store already grows when dice are drawn, before the draws are public.
                storeBytes: connection.isAdministrator ? info.storeBytes() : nil,
                log: info.log,
                startedBy: info.startedBy
            )
        }
        now(.metrics) { [now = tables.now] _, connection in
            guard connection.mayCopyEverything else {
                throw WireError(.administratorOnly)
            }
            let counts = server.counts
            let lastBackup = [info.lastBackup(), counts.lastBackup].compactMap {
                $0?.millisecondsSinceEpoch
            }.max()
            let age = lastBackup.map {
                max(0, Int((now().millisecondsSinceEpoch - $0) / 1_000))
            }
            return MetricsResult(
                rolls: counts.rolls,
                throwCount: counts.throwCount,
                turns: counts.turns,
                refusals: counts.allRefusals,
                clients: server.connections.count,
                watchers: tables.watchers,
                storeBytes: info.storeBytes(),
                backupAge: age,
                writes: info.writes()
            )
        }
        working(.backup) { params, connection, notices in
            guard connection.mayCopyEverything else {
                throw WireError(.administratorOnly)
            }
            return .done(try await tables.backup(params, notices))
        }
    }
}
