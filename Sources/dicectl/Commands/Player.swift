internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import Glibc

/// Who plays, as everyone at the table sees it.
enum Player {
    /// Who the daemon, of the same user, takes for the player where nobody says so.
    static var login: String { PlayerLabel.ofAccount(AccountName.ownLogin, uid: geteuid()) }

    static func label(_ text: String) throws -> String {
        guard PlayerLabel.isValid(text) else { throw ValidationError(PlayerLabel.rule) }
        return text
    }
}
