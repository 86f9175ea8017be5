import DiceDrawing
import Glibc

/// An object that draws on a terminal and restores it at the end.
package protocol TerminalHost: AnyObject {
    func leave() throws(CommandError)
    /// Resumes after a stop, during which the shell may have changed the modes and written text.
    func comeBack() throws(CommandError)
}

extension TerminalHost {
    static var signals: [Int32] {
        [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]
    }

    /// Reacts to a signal. Throws `interrupted` or `terminated` after restoring the terminal.
    package func react(to signal: Int32) throws(CommandError) {
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
