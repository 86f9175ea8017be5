internal import Glibc

/// Output that nobody has to read.
enum QuietWrite {
    /// One write of all `bytes`, repeated only where a signal interrupted it. Failures are dropped.
    ///
    /// A closed pipe does not kill the process: SIGPIPE is held back on this thread and taken off again, so the
    /// process keeps its own setting.
    static func write(_ bytes: [UInt8], to descriptor: CInt) {
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        var pending = sigset_t()
        sigpending(&pending)
        var previous = sigset_t()
        pthread_sigmask(SIG_BLOCK, &pipe, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

        var written: Int
        repeat { written = Glibc.write(descriptor, bytes, bytes.count) } while written < 0 && errno == EINTR

        guard written < 0, errno == EPIPE, sigismember(&pending, SIGPIPE) == 0 else { return }
        var now = timespec()
        while sigtimedwait(&pipe, nil, &now) < 0, errno == EINTR {}
    }
}
