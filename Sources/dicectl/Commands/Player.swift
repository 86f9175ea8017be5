internal import ArgumentParser
internal import DiceModel
internal import Glibc
internal import Unix

/// Who plays, as everyone at the table sees it.
enum Player {
    /// Who the daemon, of the same user, takes for the player where nobody says so.
    static var login: String { PlayerLabel.ofAccount(LoginName.current, uid: geteuid()) }

    static func label(_ text: String) throws -> String {
        guard PlayerLabel.isValid(text) else { throw ValidationError(PlayerLabel.rule) }
        return text
    }
}
