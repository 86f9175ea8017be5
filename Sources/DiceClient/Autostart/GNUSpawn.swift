internal import Glibc

// What posix_spawn(3) of the GNU C library can do beyond POSIX. Its declarations need _GNU_SOURCE, which Swift's module
// of the library is built without, so the functions are looked up by name; a library without them does less.
enum GNUSpawn {
    /// POSIX_SPAWN_SETSID: the child begins a session of its own, without a terminal.
    static let setSession: Int16 = 0x80

    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    /// The child closes every descriptor from `lowest` on.
    static func closeDescriptors(from lowest: Int32, _ actions: Actions) {
        typealias Function = @convention(c) (Actions, Int32) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(symbol, to: Function.self)(actions, lowest)
    }

    /// The child starts in `folder`.
    static func changeFolder(to folder: String, _ actions: Actions) {
        typealias Function = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return }
        _ = unsafeBitCast(symbol, to: Function.self)(actions, folder)
    }
}
