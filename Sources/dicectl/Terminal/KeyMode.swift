internal import Glibc

/// Has every key come at once and unseen. Ctrl-C, Ctrl-Z and Ctrl-\ work as ever.
struct KeyMode {
    let saved: termios

    /// Nil where standard input is no terminal, or where it is another program's turn to use it. After a stop that
    /// nobody announced, `former` knows what the modes were at first.
    init?(former: KeyMode?) {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0, Self.isOurTurn else { return nil }
        saved = former?.saved ?? settings
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON)
        settings.c_cc.6 = 1  // VMIN
        settings.c_cc.5 = 0  // VTIME
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    static var isOurTurn: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    func restore() {
        guard Self.isOurTurn else { return }
        var settings = saved
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }
}
