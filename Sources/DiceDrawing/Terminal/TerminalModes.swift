import Glibc

/// A terminal's modes during drawing. Ctrl-C, Ctrl-Z and Ctrl-\ work as usual.
package struct TerminalModes {
    package enum Keys {
        /// Keys are not echoed into the drawing.
        case hidden
        /// Keys are not echoed, and are read one by one.
        case oneByOne
    }

    private let saved: termios
    private let descriptor: Int32

    /// Sets the modes. Returns `nil` if `descriptor` is not a terminal or if this process is in the
    /// background.
    ///
    /// - Parameters:
    ///   - former: the result of an earlier call, which has the original modes: after an unexpected
    ///     stop, the current ones may be the shell's.
    ///   - farewell: the bytes that make the terminal usable again after a crash.
    package init?(_ keys: Keys, of descriptor: Int32, former: TerminalModes?, farewell: [UInt8]) {
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

    /// Returns true if the process is in the terminal's foreground.
    package static func isOurTurn(_ descriptor: Int32) -> Bool {
        tcgetpgrp(descriptor) == getpgrp()
    }

    package func restore() {
        defer {
            CrashGuard.disarm()
        }
        guard Self.isOurTurn(descriptor) else { return }
        var settings = saved
        tcsetattr(descriptor, TCSADRAIN, &settings)
    }
}
