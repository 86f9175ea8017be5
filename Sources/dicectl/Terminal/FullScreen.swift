internal import Glibc

/// The alternate screen, with keys and the mouse, and the terminal as it was afterwards.
final class FullScreen {
    private let environment: [String: String]
    private var painter: ScreenPainter
    private var mode: KeyMode?
    private var isEntered = false
    /// Else the keys alone are of interest.
    private let isDrawn: Bool

    static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]

    /// The alternate screen, no cursor, mouse buttons reported in SGR form, and marks around pasted text.
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h"
    private static let leave =
        SynchronizedOutput.end + "\u{1B}[m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?25h\u{1B}[?1049l"

    init(palette: Palette, environment: [String: String], isDrawn: Bool = true) {
        self.isDrawn = isDrawn
        self.environment = environment
        painter = ScreenPainter(encoder: Encoder(palette: palette))
        SignalPipe.handle(Self.signals)
    }

    var size: Size { Window.size(environment: environment) }

    func enter() throws(Failure) {
        guard !isEntered else { return }
        // Started in the background, it waits for its turn.
        if !KeyMode.isOurTurn { raise(SIGTTIN) }
        mode = KeyMode(former: mode)
        isEntered = true
        painter.forget()
        if let mode {
            CrashGuard.arm(STDIN_FILENO, modes: mode.saved, farewell: isDrawn ? Array(Self.leave.utf8) : [])
        }
        if isDrawn { try Output.draw(Array(Self.enter.utf8)) }
    }

    func leave() throws(Failure) {
        guard isEntered else { return }
        isEntered = false
        defer {
            mode?.restore()
            mode = nil
            CrashGuard.disarm()
        }
        if isDrawn { try Output.draw(Array(Self.leave.utf8)) }
    }

    func paint(_ buffer: CellBuffer) throws(Failure) {
        guard isEntered else { return }
        let bytes = painter.paint(buffer)
        if !bytes.isEmpty { try Output.draw(bytes) }
    }

    /// What a signal asks for; throws `interrupted` or `terminated` once the terminal is given back.
    func react(to signal: Int32) throws(Failure) {
        switch signal {
        case SIGINT:
            try? leave()
            throw .interrupted
        case SIGTERM, SIGHUP, SIGQUIT:
            try? leave()
            throw .terminated(signal)
        case SIGTSTP:
            try leave()
            SignalPipe.raiseUnhandled(SIGTSTP)
            SignalPipe.handle([SIGTSTP])
        case SIGCONT: try comeBack()
        default: break
        }
    }

    /// In the background there is nothing to draw on and nothing to read: it stops again, as any reader would.
    private func comeBack() throws(Failure) {
        guard KeyMode.isOurTurn else {
            raise(SIGTTIN)
            return
        }
        // A stop that nobody announced may have left the shell's modes and screen.
        isEntered = false
        try enter()
    }

    /// The keys' bytes that are there; nil at the end of input.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count > 0 { return Array(bytes[..<count]) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
    }
}
