package import DiceModel
import Glibc
import Unix

/// The folder that the files for an audience are written into.
package struct AudienceFolder: Sendable {
    /// Why nothing has been written: a sentence for people that says what to do next.
    package struct Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    private let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// Writes the page for everybody to read (0644), and makes the folder if it is missing (0755).
    /// An older page of ours is replaced; other files stay. If a file that is not ours has one of
    /// our names, nothing is written.
    ///
    /// Each file is whole at every moment. Returns how many there are, and their bytes.
    package func write(broker: BrokerURL, prefix: TopicPrefix) throws(Error) -> (
        files: Int, bytes: Int
    ) {
        let files = AudienceFiles(broker: broker, prefix: prefix)
        do {
            try make()
            try checkOwnership(of: files)
            // First the page itself: whatever happens after it, the files are known to be ours.
            let names =
                [AudienceFiles.index]
                + files.all.keys.filter { $0 != AudienceFiles.index }.sorted()
            var size = 0
            for name in names {
                size += try PartialFile.replace(
                    path + "/" + name,
                    with: files.all[name] ?? [],
                    mode: 0o644
                )
            }
            return (names.count, size)
        } catch let error as Error {
            throw error
        } catch {
            throw Error(
                description:
                    "\(path) cannot be written to: \(error); name another folder with --into"
            )
        }
    }

    private func make() throws {
        guard try FileStatus(path) == nil else { return }
        guard mkdir(path, 0o755) == 0 else {
            if errno == ENOENT {
                throw Error(
                    description:
                        "\(path) cannot be made; make the folder above it first"
                )
            }
            throw SystemError.last
        }
        // The process's umask has taken from it.
        let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
        guard fchmod(folder.number, 0o755) == 0 else { throw SystemError.last }
    }

    private func checkOwnership(of files: AudienceFiles) throws {
        if let page = try contents(of: AudienceFiles.index),
            page.contains(AudienceFiles.mark)
        {
            return
        }
        for name in files.all.keys.sorted() where try isThere(name) {
            throw Error(
                description:
                    "\(path)/\(name) is there, and no page of diced-web; nothing was written. Name a folder of "
                    + "its own with --into"
            )
        }
    }

    /// Whether anything has this name, a link that leads nowhere included.
    private func isThere(_ name: String) throws(SystemError) -> Bool {
        var info = stat()
        guard lstat(path + "/" + name, &info) != 0 else { return true }
        guard errno == ENOENT else { throw SystemError.last }
        return false
    }

    /// The beginning of a file, nil if there is none.
    private func contents(of name: String) throws(SystemError) -> String? {
        guard try isThere(name) else { return nil }
        let file = try Descriptor.open(path + "/" + name, O_RDONLY | O_NONBLOCK)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(file.number, &bytes, bytes.count)
        guard count >= 0 else { throw SystemError.last }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
