internal import Foundation

/// posix_spawn(3) with nothing inherited but what is named.
enum Spawn {
    /// - Parameter files: descriptors of ours, by the number that the child has them under.
    static func start(
        _ program: String, _ arguments: [String], environment: [String: String], files: [Int32: Int32]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Ours are moved out of the way first: one of them may have the number of another's place.
        let places = files.sorted { $0.key < $1.key }
        let parking = (places.flatMap { [$0.key, $0.value] }.max() ?? 0) + 1
        for (offset, (_, ours)) in places.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, ours, parking + Int32(offset))
        }
        for (offset, (place, _)) in places.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, parking + Int32(offset), place)
            posix_spawn_file_actions_addclose(&actions, parking + Int32(offset))
        }
        // NIO's sockets would be inherited, and stay open for as long as the child lives.
        for number in openDescriptors where files[number] == nil {
            posix_spawn_file_actions_addclose(&actions, number)
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let argv = ([program] + arguments).map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: pid_t = 0
        let result = posix_spawnp(&pid, program, &actions, &attributes, argv, envp)
        guard result == 0 else { throw SystemFailure("posix_spawn", program, code: result) }
        return pid
    }

    private static var openDescriptors: [Int32] {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap { Int32($0) } ?? []
    }
}
