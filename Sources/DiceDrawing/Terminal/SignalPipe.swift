import Glibc

/// Signals as readable input: the handler writes each signal's number into a pipe, so that poll(2)
/// can wait for it.
package enum SignalPipe {
    /// The pipe, created before the first handler is set.
    private static let ends: (reading: Int32, writing: Int32)? = {
        var pipe: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0 else { return nil }
        for end in pipe {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (pipe[0], pipe[1])
    }()

    /// The descriptor for poll(2); `nil` if the pipe could not be created.
    package static var descriptor: Int32? { ends?.reading }

    package static func handle(_ signals: [Int32]) {
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

    /// Returns the signals received since the last call, in order.
    package static func take() -> [Int32] {
        guard let ends else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(ends.reading, &bytes, bytes.count)
        return count > 0 ? bytes[..<count].map(Int32.init) : []
    }

    /// Installs the handler. Interrupted system calls restart, except poll(2). If the program was
    /// started with SIGHUP ignored, as nohup(1) does, it stays ignored.
    package static func setHandler(
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

    /// Restores the signal's default action and sends it to this process.
    package static func raiseUnhandled(_ signal: Int32) {
        Glibc.signal(signal, SIG_DFL)
        raise(signal)
    }
}
