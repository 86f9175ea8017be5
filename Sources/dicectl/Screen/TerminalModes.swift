import Glibc

/// A terminal's modes while something is drawn on it. Ctrl-C, Ctrl-Z and Ctrl-\ work as ever.
struct TerminalModes {
    enum Keys {
        /// Typed keys do not appear in the middle of a drawing.
        case unseen
        /// They also come one by one.
        case oneByOne
    }

    private let saved: termios
    private let descriptor: Int32

    /// Sets them. Nil if `descriptor` is not a terminal or if it is another program's turn to use
    /// it.
    ///
    /// - Parameters:
    ///   - former: what an earlier call gave, which knows the modes before it: a stop that was not
    ///     announced may have left the shell's.
    ///   - farewell: what makes the terminal usable again if the program crashes.
    init?(_ keys: Keys, of descriptor: Int32, former: TerminalModes?, farewell: [UInt8]) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0, Self.isOurTurn(descriptor) else {
            return nil
        }
        self.descriptor = descriptor
        saved = former?.saved ?? settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        if keys == .oneByOne {
            settings.c_lflag &= ~tcflag_t(ICANON | IEXTEN)
            settings.c_iflag &= ~tcflag_t(IXON)
            settings.c_cc.6 = 1  // VMIN
            settings.c_cc.5 = 0  // VTIME
        }
        tcsetattr(descriptor, keys == .oneByOne ? TCSADRAIN : TCSANOW, &settings)
        CrashGuard.arm(descriptor, modes: saved, farewell: farewell)
    }

    /// Whether the process is in the terminal's foreground.
    static func isOurTurn(_ descriptor: Int32) -> Bool {
        tcgetpgrp(descriptor) == getpgrp()
    }

    func restore() {
        defer {
            CrashGuard.disarm()
        }
        guard Self.isOurTurn(descriptor) else { return }
        var settings = saved
        tcsetattr(descriptor, TCSADRAIN, &settings)
    }
}
