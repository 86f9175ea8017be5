import CSpawn
import Glibc

/// A user's folder that was opened, or created if missing, without following symbolic links of
/// other users.
public struct OwnFolder: ~Copyable {
    private let folder: Descriptor
    /// True if its path ends in a symbolic link that root or the caller owns.
    public let isLink: Bool

    /// The reason why the folder cannot be used.
    public struct Error: Swift.Error, CustomStringConvertible {
        public let description: String
    }

    /// Opens the folder. Creates it and missing parents with the mode 0700.
    public init(making path: String) throws(Error) {
        var walk = try Walk(from: path.hasPrefix("/") ? "/" : ".")
        // Targets of symbolic links are never created.
        var rest = PathComponent.names(path).reversed().map {
            (name: $0, mayBeMade: true)
        }
        var isLink = false
        while let next = rest.popLast() {
            guard let target = try walk.enter(next.name, making: next.mayBeMade) else {
                continue
            }
            if rest.isEmpty {
                isLink = true
            }
            if target.hasPrefix("/") {
                try walk.restart()
            }
            rest += PathComponent.names(target).reversed().map {
                (name: $0, mayBeMade: false)
            }
        }
        folder = walk.take()
        self.isLink = isLink
    }

    /// Changes the folder's permissions.
    public func setMode(_ mode: UInt32) throws(SystemError) {
        // Reopened, because an `O_PATH` descriptor cannot change permissions.
        let opened = try Descriptor(
            checking: openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        )
        guard fchmod(opened.number, mode) == 0 else { throw SystemError.last }
    }

    /// A walk along the components of a path.
    private struct Walk: ~Copyable {
        private var folder: Descriptor
        private var path: String
        private var links = 0

        /// The kernel's limit of symbolic links.
        private static let maxLinks = 40

        init(from start: String) throws(Error) {
            folder = try Self.open(start, in: AT_FDCWD, start)
            path = start
        }

        consuming func take() -> Descriptor {
            folder
        }

        mutating func restart() throws(Error) {
            folder = try Self.open("/", in: AT_FDCWD, "/")
            path = "/"
        }

        /// Enters the folder with this name. If it is a symbolic link, returns its target and stays
        /// in the current folder.
        mutating func enter(_ name: String, making mayBeMade: Bool) throws(Error)
            -> String?
        {
            let there = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            var status = stat()
            if fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) != 0 {
                let failure = SystemError.last
                guard failure.code == ENOENT, mayBeMade else {
                    throw Error(description: "\(there): \(failure)")
                }
                try make(name, there)
            } else if status.st_mode & S_IFMT == S_IFLNK {
                return try target(of: name, owner: status.st_uid, there)
            }
            folder = try Self.open(name, in: folder.number, there)
            path = there
            return nil
        }

        private func make(_ name: String, _ there: String) throws(Error) {
            if mkdirat(folder.number, name, 0o700) != 0 {
                let failure = SystemError.last
                // Another process may have created it meanwhile.
                guard failure.code == EEXIST else {
                    throw Error(description: "\(there): \(failure)")
                }
            }
        }

        private mutating func target(of name: String, owner: uid_t, _ there: String)
            throws(Error)
            -> String
        {
            guard owner == 0 || owner == geteuid() else {
                throw Error(
                    description:
                        "\(there) is a symbolic link owned by uid \(owner) and is not followed"
                )
            }
            links += 1
            guard links <= Self.maxLinks else {
                throw Error(description: "\(there): \(SystemError(ELOOP))")
            }
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlinkat(folder.number, name, &bytes, bytes.count)
            guard count > 0,
                let target = String(
                    validating: bytes.prefix(count).map { UInt8(bitPattern: $0) },
                    as: UTF8.self
                )
            else {
                throw Error(
                    description: "\(there) is a symbolic link that cannot be read"
                )
            }
            return target
        }

        private static func open(_ name: String, in folder: Int32, _ there: String)
            throws(Error)
            -> Descriptor
        {
            do throws(SystemError) {
                return try Descriptor(
                    checking: openat(
                        folder,
                        name,
                        open_path | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
                    )
                )
            } catch {
                throw Error(description: "\(there): \(error)")
            }
        }
    }
}
