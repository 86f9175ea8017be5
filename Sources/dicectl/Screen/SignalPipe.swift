import Glibc

/// Signals as something to read: the handler writes each one's number into a pipe that poll(2) can
/// wait for.
enum SignalPipe {
    /// Made before the first handler is set.
    private static let ends: (reading: Int32, writing: Int32)? = {
        var pipe: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0 else { return nil }
        for end in pipe {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (pipe[0], pipe[1])
    }()

    /// For poll(2); nil if the system had no pipe to give.
    static var descriptor: Int32? { ends?.reading }

    static func handle(_ signals: [Int32]) {
        guard ends != nil else { return }
        for signal in signals {
            setHandler(of: signal) { number in
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                if let end = SignalPipe.ends?.writing {
                    write(end, &byte, 1)
                }
                errno = saved
            }
        }
    }

    /// The signals that have come since the last call, in order.
    static func take() -> [Int32] {
        guard let ends else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(ends.reading, &bytes, bytes.count)
        return count > 0 ? bytes[..<count].map(Int32.init) : []
    }

    /// System calls that a handled signal interrupts go on by themselves, except poll(2). A hangup
    /// that this program was started to ignore, as nohup(1) does, stays ignored.
    static func setHandler(
        of signal: Int32,
        _ handler: @escaping @convention(c) (Int32) -> Void
    ) {
        var action = sigaction()
        sigaction(signal, nil, &action)
        let ignored = unsafeBitCast(SIG_IGN, to: UInt.self)
        if signal == SIGHUP,
            unsafeBitCast(action.__sigaction_handler, to: UInt.self) == ignored
        {
            return
        }
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        sigaction(signal, &action, nil)
    }

    /// Lets the signal do what it does by itself, and sends it to this process.
    static func raiseUnhandled(_ signal: Int32) {
        Glibc.signal(signal, SIG_DFL)
        raise(signal)
    }
}
