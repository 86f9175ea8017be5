import Glibc

/// What draws on a terminal and gives it back when it ends.
protocol TerminalHost: AnyObject {
    func leave() throws(CommandError)
    /// The process goes on after a stop, which the shell may have answered with its own modes and
    /// text.
    func comeBack() throws(CommandError)
}

extension TerminalHost {
    static var signals: [Int32] {
        [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]
    }

    /// Does what a signal asks for. Throws `interrupted` or `terminated` after giving the terminal
    /// back.
    func react(to signal: Int32) throws(CommandError) {
        switch signal {
        case SIGINT, SIGTERM, SIGHUP, SIGQUIT:
            try? leave()
            throw signal == SIGINT ? .interrupted : .terminated(signal)
        case SIGTSTP:
            try leave()
            SignalPipe.raiseUnhandled(SIGTSTP)
            SignalPipe.handle([SIGTSTP])
        case SIGCONT: try comeBack()
        default: break
        }
    }
}
