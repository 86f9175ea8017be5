import FoundationEssentials
import Glibc

/// A broker of MQTT, and what publishes to it.
struct Mosquitto {
    let server: Server
    let port: UInt16

    /// Nil where mosquitto is not installed.
    init?(_ bench: Bench) throws {
        guard let program = bench.programs.mosquitto else { return nil }
        let folder = try bench.newFolder("mosquitto")
        port = try RawSocket.freePort()
        // As root it would become a user who cannot enter the folder. The second listener tells when it is ready.
        let configuration = """
            \(geteuid() == 0 ? "user root" : "")
            allow_anonymous true
            persistence false
            log_dest stderr
            log_type error
            listener \(port) 127.0.0.1
            listener 0 \(folder)/socket

            """
        try Data(configuration.utf8).write(to: URL(filePath: folder + "/configuration"))
        let command = Command(program, ["-c", folder + "/configuration"], errors: folder + "/errors")
        server = try Server("mosquitto", command, socket: folder + "/socket", bench.processors)
    }

    /// Starts a diced-mqtt that publishes one table of a daemon under `prefix`.
    func bridge(_ bench: Bench, from diced: Server, _ table: String, prefix: String) throws -> MQTTPublisher {
        let folder = try bench.newFolder("mqtt")
        let command = Command(
            bench.programs.mqtt,
            [
                "--socket", diced.socket, "--broker", "mqtt://127.0.0.1:\(port)", "--prefix", prefix, "--table", table,
            ], errors: folder + "/errors")
        let pid = try bench.processors.startingServers { try command.start() }
        return MQTTPublisher(pid: pid)
    }

    /// Runs for as long as the value lives.
    final class MQTTPublisher {
        let pid: pid_t

        fileprivate init(pid: pid_t) { self.pid = pid }

        deinit { Child.end(pid) }
    }
}
