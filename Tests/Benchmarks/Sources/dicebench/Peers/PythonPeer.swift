import FoundationEssentials
import Glibc

/// Code for a Python package, run repeatedly in one process.
struct PythonPeer {
    let package: String
    /// Code that runs once, after the import of the package.
    let setup: String
    let statement: String

    /// Returns the nanoseconds that several batches of runs take, in a process that has been warmed
    /// up.
    ///
    /// Throws `Absent` if the package is not available. The package is installed beside dicebench.
    func times(_ bench: Bench, batches: Int, runs: Int) throws -> Latencies {
        guard let python = bench.programs.python else {
            throw Absent(description: "python3 is not installed")
        }
        let folder =
            bench.programs.dicebench.split(separator: "/").dropLast().reduce("") {
                $0 + "/" + $1
            }
            + "/peers"
        let answer = "\(bench.folder)/python-\(package)"
        let command = Command(
            python,
            [
                "-c", Self.script, folder, package, setup, statement, String(batches),
                String(runs),
            ],
            errors: answer
        )
        try command.run()
        let words = command.lastWords
        if words.hasPrefix("skipped: ") {
            throw Absent(description: words)
        }
        var times = Latencies()
        for word in words.split(separator: " ") {
            guard let time = UInt64(word) else { throw Failure("\(package): \(words)") }
            times.record(time)
        }
        return times
    }

    struct Absent: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes the nanoseconds of one run, the mean of each batch, to standard error.
    private static let script = """
        import importlib, subprocess, sys, timeit
        folder, package, setup, statement, batches, runs = sys.argv[1:]
        sys.path.insert(0, folder)
        def get():
            try:
                importlib.import_module(package)
                return
            except ImportError:
                pass
            done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                "--retries", "0", "--timeout", "15", "--target", folder, package], capture_output=True, text=True)
            if done.returncode != 0:
                reason = (done.stderr.strip().splitlines() or ["pip says nothing"])[-1]
                sys.exit(print("skipped:", package, "cannot be installed:", reason, file=sys.stderr))
            importlib.invalidate_caches()
        get()
        timer = timeit.Timer(statement, setup, timer=__import__("time").perf_counter_ns)
        timer.timeit(int(runs))
        print(*[timer.timeit(int(runs)) // int(runs) for _ in range(int(batches))], file=sys.stderr)
        """
}
