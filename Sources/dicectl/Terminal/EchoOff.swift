internal import Glibc

/// Keeps typed keys from appearing in the middle of a drawing. Ctrl-C and its like work as ever.
struct EchoOff {
    let saved: termios

    /// Nil where there is nothing to switch, or where it is another program's turn to use the terminal. After a stop that
    /// nobody announced, `former` knows what the modes were at first.
    init?(former: EchoOff?) {
        var settings = termios()
        guard tcgetattr(STDOUT_FILENO, &settings) == 0, tcgetpgrp(STDOUT_FILENO) == getpgrp() else { return nil }
        saved = former?.saved ?? settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDOUT_FILENO, TCSANOW, &settings)
    }

    func restore() {
        guard tcgetpgrp(STDOUT_FILENO) == getpgrp() else { return }
        var settings = saved
        tcsetattr(STDOUT_FILENO, TCSANOW, &settings)
    }
}
