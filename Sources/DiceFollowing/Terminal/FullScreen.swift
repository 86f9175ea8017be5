package import DiceDrawing
import Glibc

/// The alternate screen, with keys and the mouse. Leaving it restores the terminal.
package final class FullScreen: TerminalHost {
    private let environment: EnvironmentVariables
    private var painter: ScreenPainter
    private var modes: TerminalModes?
    private var isEntered = false
    /// True if anything is drawn; otherwise only keys are read.
    private let isDrawn: Bool

    /// Selects the alternate screen, hides the cursor, and turns on mouse buttons in SGR form and
    /// bracketed paste.
    private static let enter =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h"
    private static let leave =
        SynchronizedOutput.end
        + "\u{1B}[m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?25h\u{1B}[?1049l"

    package init(palette: Palette, environment: EnvironmentVariables, isDrawn: Bool = true) {
        self.isDrawn = isDrawn
        self.environment = environment
        painter = ScreenPainter(encoder: Encoder(palette: palette))
        SignalPipe.handle(Self.signals)
    }

    package var size: Size { Window.size(environment: environment) }

    package func enter() throws(CommandError) {
        guard !isEntered else { return }
        // A process started in the background waits until it is in the foreground.
        if !TerminalModes.isOurTurn(STDIN_FILENO) {
            raise(SIGTTIN)
        }
        modes = TerminalModes(
            .oneByOne,
            of: STDIN_FILENO,
            former: modes,
            farewell: isDrawn ? Array(Self.leave.utf8) : []
        )
        isEntered = true
        painter.forget()
        if isDrawn {
            try Output.draw(Array(Self.enter.utf8))
        }
    }

    package func leave() throws(CommandError) {
        guard isEntered else { return }
        isEntered = false
        defer {
            modes.take()?.restore()
        }
        if isDrawn {
            try Output.draw(Array(Self.leave.utf8))
        }
    }

    package func paint(_ buffer: CellBuffer) throws(CommandError) {
        guard isEntered else { return }
        let bytes = painter.paint(buffer)
        if !bytes.isEmpty {
            try Output.draw(bytes)
        }
    }

    /// A background process can neither draw nor read, so it stops again, as any reader of the
    /// terminal would.
    package func comeBack() throws(CommandError) {
        guard TerminalModes.isOurTurn(STDIN_FILENO) else {
            raise(SIGTTIN)
            return
        }
        isEntered = false
        try enter()
    }

    /// Returns the bytes of pending keys; `nil` at the end of input.
    package func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count > 0 {
            return Array(bytes[..<count])
        }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
    }
}
