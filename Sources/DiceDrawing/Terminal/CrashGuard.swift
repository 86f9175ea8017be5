import Glibc
import Synchronization

/// Restores the terminal when an unhandled signal ends the program: a trap, an abort, an unexpected
/// `kill`.
///
/// The handler makes only async-signal-safe calls (signal-safety(7)). Then the signal takes its
/// usual effect: the runtime may report a trap, on a usable terminal, and `wait` returns the same
/// status.
enum CrashGuard {
    private struct Terminal {
        let descriptor: Int32
        var modes: termios
        let farewell: UnsafeMutableBufferPointer<UInt8>
    }

    /// The address of the state to restore; 0 while there is none.
    private static let armed = Atomic<UInt>(0)

    private static let signals = [
        SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ,
        SIGUSR1,
        SIGUSR2, SIGALRM,
        SIGVTALRM, SIGPROF,
    ]

    /// Makes such a signal set `modes` at `descriptor` and write `farewell` to standard output.
    static func arm(_ descriptor: Int32, modes: termios, farewell: [UInt8]) {
        disarm()
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: farewell.count)
        _ = bytes.initialize(from: farewell)
        let terminal = UnsafeMutablePointer<Terminal>.allocate(capacity: 1)
        terminal.initialize(
            to: Terminal(descriptor: descriptor, modes: modes, farewell: bytes)
        )
        armed.store(UInt(bitPattern: terminal), ordering: .sequentiallyConsistent)
        var stack = stack_t(
            ss_sp: UnsafeMutableRawPointer(bitPattern: Self.stack),
            ss_flags: 0,
            ss_size: stackSize
        )
        sigaltstack(&stack, nil)
        for signal in signals {
            handle(signal)
        }
    }

    static func disarm() {
        guard let terminal = take() else { return }
        terminal.pointee.farewell.deallocate()
        terminal.deallocate()
    }

    private static func take() -> UnsafeMutablePointer<Terminal>? {
        UnsafeMutablePointer(
            bitPattern: armed.exchange(0, ordering: .sequentiallyConsistent)
        )
    }

    /// Each signal's previous action, by signal number: usually the runtime's own crash report, or
    /// none.
    private static let former: UInt = {
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        actions.initialize(repeating: sigaction(), count: 65)
        for signal in signals {
            sigaction(signal, nil, actions + Int(signal))
        }
        return UInt(bitPattern: actions)
    }()

    private static var formerActions: UnsafeMutablePointer<sigaction>? {
        UnsafeMutablePointer(bitPattern: former)
    }

    /// Installs the handler, unless the program was started with the signal ignored.
    private static func handle(_ signal: Int32) {
        guard var action = formerActions?[Int(signal)] else { return }
        let ignored = unsafeBitCast(SIG_IGN, to: UInt.self)
        if unsafeBitCast(action.__sigaction_handler, to: UInt.self) == ignored {
            return
        }
        action.__sigaction_handler.sa_handler = { number in
            CrashGuard.giveBack()
            if let former = CrashGuard.formerActions {
                sigaction(number, former + Int(number), nil)
            }
            // The signal is blocked until this handler returns; then its previous action runs.
            raise(number)
        }
        action.sa_flags = SA_ONSTACK
        sigaction(signal, &action, nil)
    }

    private static func giveBack() {
        guard let terminal = take(), tcgetpgrp(terminal.pointee.descriptor) == getpgrp()
        else {
            return
        }
        _ = write(
            STDOUT_FILENO,
            terminal.pointee.farewell.baseAddress,
            terminal.pointee.farewell.count
        )
        tcsetattr(terminal.pointee.descriptor, TCSANOW, &terminal.pointee.modes)
    }

    /// The handler's own stack, so that it also runs after an overflow of the usual one.
    private static let stack = UInt(
        bitPattern: UnsafeMutableRawPointer.allocate(
            byteCount: stackSize,
            alignment: 16
        )
    )
    private static let stackSize = 65_536
}
