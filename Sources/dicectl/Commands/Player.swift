internal import ArgumentParser
internal import DiceModel
internal import Glibc

/// Who plays, as everyone at the table sees it.
enum Player {
    /// The user's login name, else `$USER`, else the number of the user.
    static func login(environment: [String: String]) -> String {
        let name = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) }
        return [name, environment["USER"]].compactMap(\.self).first(where: PlayerLabel.isValid) ?? "uid \(getuid())"
    }

    static func label(_ text: String) throws -> String {
        guard PlayerLabel.isValid(text) else { throw ValidationError(PlayerLabel.rule) }
        return text
    }
}
