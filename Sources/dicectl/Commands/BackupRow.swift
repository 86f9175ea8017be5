import DiceModel
import FoundationEssentials
import Unix

/// Copies in a folder, each named by its instant: `diced-20261125T130415Z.sqlite`.
enum BackupRow {
    static func name(at seconds: Int) -> String {
        let instant = Timestamp(millisecondsSinceEpoch: Int64(seconds) * 1_000).description.prefix(19)
        return "diced-\(instant.filter { $0 != "-" && $0 != ":" })Z.sqlite"
    }

    /// When a copy was made; nil for a name that is no copy's.
    static func instant(of name: String) -> Timestamp? {
        let marks = [4: "-", 6: "-", 8: "T", 10: ":", 12: ":"]
        let digits = name.filter(\.isNumber).enumerated().map { (marks[$0.offset] ?? "") + String($0.element) }
        let instant = Timestamp(digits.joined() + ".000Z")
        return instant.flatMap { self.name(at: Int($0.millisecondsSinceEpoch / 1_000)) == name ? $0 : nil }
    }

    /// The names that are copies', the oldest first.
    static func copies(among names: [String]) -> [String] { names.filter { instant(of: $0) != nil }.sorted() }

    /// Makes it for its user alone if it is missing.
    static func makeFolder(_ folder: String) throws(CommandError) {
        do {
            _ = try OwnFolder(making: folder)
        } catch {
            throw .declined("the folder \(folder) cannot be made: \(error); name another one")
        }
    }

    /// Removes the oldest copies in the folder of `path`, but not more than makes `count` of them remain, and never the
    /// one of that path: a clock may have gone back.
    static func removeOldest(beside path: String, keeping count: Int) throws(CommandError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in copies(among: names).filter({ folder + "/" + $0 != path }).dropLast(count - 1) {
            do {
                try FileManager.default.removeItem(atPath: folder + "/" + name)
            } catch { throw .declined("the copy is written, but the old one \(folder)/\(name) cannot be removed") }
        }
    }
}
