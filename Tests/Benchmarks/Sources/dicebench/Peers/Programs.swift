import FoundationEssentials
import Glibc

/// The paths of the programs; `nil` for peers that are not installed.
struct Programs {
    let dicebench: String
    /// Installed beside dicebench, as a peer.
    let bareSQLite: String
    let diced: String
    let dicectl: String
    let web: String
    let redisServer: String?
    let redisCLI: String?
    let rolldice: String?
    let python: String?
    let sha256sum: String?
    let valgrind: String?
    let strip: String?
    let chromium: String?

    init() throws {
        let own = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/exe"
        )
        let environment = ProcessInfo.processInfo.environment
        let ownFolder = own.split(separator: "/").dropLast().reduce("") {
            $0 + "/" + $1
        }
        let folder = environment["DICED_PROGRAMS"] ?? ownFolder
        func ours(_ name: String) throws -> String {
            let path = "\(folder)/\(name)"
            guard access(path, X_OK) == 0 else {
                throw Failure(
                    "there is no \(path); run make bench, or name the programs' folder in $DICED_PROGRAMS"
                )
            }
            return path
        }
        // The folder with games is not in every user's path.
        let path = environment["PATH"] ?? ""
        let folders =
            path.split(separator: ":").map(String.init) + ["/usr/games", "/usr/sbin"]
        func installed(_ name: String) -> String? {
            folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
        }
        dicebench = own
        bareSQLite = ownFolder + "/bare-sqlite"
        diced = try ours("diced")
        dicectl = try ours("dicectl")
        web = try ours("diced-web")
        redisServer = installed("redis-server")
        redisCLI = installed("redis-cli")
        rolldice = installed("rolldice")
        python = installed("python3")
        sha256sum = installed("sha256sum")
        valgrind = installed("valgrind")
        strip = installed("strip")
        chromium = installed("chromium")
    }
}
