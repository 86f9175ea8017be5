import FoundationEssentials
import Glibc

/// Where the programs are. Peers that are not installed are nil.
struct Programs {
    let dicebench: String
    /// Beside dicebench, as what it is to be measured against.
    let echo: String
    let bareSQLite: String
    let diced: String
    let dicectl: String
    let web: String
    let mqtt: String
    /// The same two of another build, to measure what has changed since; nil where none is named.
    let before: (diced: String, dicectl: String)?
    let mosquitto: String?
    let redisServer: String?
    let redisCLI: String?
    let rolldice: String?
    let python: String?
    let sha256sum: String?
    let valgrind: String?
    let strip: String?
    let ssh: String?
    let sshd: String?
    let keygen: String?
    let chromium: String?

    init() throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let environment = ProcessInfo.processInfo.environment
        let ownFolder = own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        let folder = environment["DICED_PROGRAMS"] ?? ownFolder
        func ours(_ name: String, in folder: String, _ variable: String = "DICED_PROGRAMS") throws -> String {
            let path = "\(folder)/\(name)"
            guard access(path, X_OK) == 0 else {
                throw Failure("there is no \(path); run make bench, or name the programs' folder in $\(variable)")
            }
            return path
        }
        // Games are not in everybody's path.
        let path = environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/games", "/usr/sbin"]
        func installed(_ name: String) -> String? {
            folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
        }
        dicebench = own
        echo = ownFolder + "/nio-echo"
        bareSQLite = ownFolder + "/bare-sqlite"
        diced = try ours("diced", in: folder)
        dicectl = try ours("dicectl", in: folder)
        web = try ours("diced-web", in: folder)
        mqtt = try ours("diced-mqtt", in: folder)
        before = try environment["DICED_BEFORE"].map { folder in
            (try ours("diced", in: folder, "DICED_BEFORE"), try ours("dicectl", in: folder, "DICED_BEFORE"))
        }
        mosquitto = installed("mosquitto")
        redisServer = installed("redis-server")
        redisCLI = installed("redis-cli")
        rolldice = installed("rolldice")
        python = installed("python3")
        sha256sum = installed("sha256sum")
        valgrind = installed("valgrind")
        strip = installed("strip")
        ssh = installed("ssh")
        sshd = installed("sshd")
        keygen = installed("ssh-keygen")
        chromium = installed("chromium")
    }
}
