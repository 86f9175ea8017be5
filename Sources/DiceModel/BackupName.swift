/// The name of a rotating backup: its time to the second, as in `diced-20261125T130415Z.sqlite`. A
/// second backup in the same second has a number: `diced-20261125T130415Z.2.sqlite`.
public struct BackupName: Sendable, Hashable, CustomStringConvertible {
    /// The time of the backup, in whole seconds.
    public let instant: Timestamp
    /// The backup's number within its second, from 1.
    public let number: Int

    public init(at instant: Timestamp, number: Int = 1) {
        self.instant = Timestamp(
            millisecondsSinceEpoch: instant.millisecondsSinceEpoch / 1_000 * 1_000
        )
        self.number = number
    }

    /// Returns `nil` if `name` is not the name of a backup.
    public init?(_ name: String) {
        let digits = name.drop { !$0.isNumber }.prefix { $0 != "." }.filter(\.isNumber)
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let instant = Self.instant(of: digits) else { return nil }
        self.init(at: instant, number: parts.count == 3 ? Int(parts[1]) ?? 0 : 1)
        guard number > 0, description == name else { return nil }
    }

    public var description: String {
        let instant = instant.description.prefix(19).filter { $0 != "-" && $0 != ":" }
        return "diced-\(instant)Z\(number == 1 ? "" : ".\(number)").sqlite"
    }

    /// Returns the first name at this instant for which `isTaken` returns false.
    public static func first(at instant: Timestamp, isTaken: (String) -> Bool) -> String {
        var number = 1
        while isTaken(Self(at: instant, number: number).description) {
            number += 1
        }
        return Self(at: instant, number: number).description
    }

    /// Returns the backups among the names in a folder, the oldest first.
    public static func copies(among names: [String]) -> [BackupName] {
        names.compactMap(Self.init).sorted()
    }

    /// Returns the oldest backups, which must be removed so that `count` backups remain. Never
    /// includes `new`, because a clock may have been set back.
    public static func surplus(among names: [String], keeping count: Int, new: String)
        -> [String]
    {
        copies(among: names).map(\.description).filter { $0 != new }.dropLast(count - 1)
    }

    private static func instant(of digits: String) -> Timestamp? {
        let marks = [4: "-", 6: "-", 8: "T", 10: ":", 12: ":"]
        let spaced = digits.enumerated().map {
            (marks[$0.offset] ?? "") + String($0.element)
        }
        return Timestamp(spaced.joined() + ".000Z")
    }
}

extension BackupName: Comparable {
    public static func < (a: BackupName, b: BackupName) -> Bool {
        let instants = (
            a.instant.millisecondsSinceEpoch, b.instant.millisecondsSinceEpoch
        )
        return instants.0 == instants.1 ? a.number < b.number : instants.0 < instants.1
    }
}
