package import DiceModel
import Glibc
import Unix

/// The folder for the files of an audience page.
package struct AudienceFolder: Sendable {
    /// The reason why nothing was written, as a sentence for people that says what to do next.
    package struct Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    private let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// Writes the page, readable by everyone (0644), and makes the folder (0755) if it is missing.
    /// An older page from this program is replaced; other files stay. If another file has one of
    /// the page's names, nothing is written.
    ///
    /// Each file is replaced atomically.
    ///
    /// - Returns: The number of files, and their bytes.
    package func write(broker: BrokerURL, prefix: TopicPrefix) throws(Error) -> (
        files: Int, bytes: Int
    ) {
        let files = AudienceFiles(broker: broker, prefix: prefix)
        do {
            try make()
            try checkOwnership(of: files)
            // The index comes first: if a later write fails, it marks the files as ours.
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
                        "\(path) cannot be created; create the folder above it first"
                )
            }
            throw SystemError.last
        }
        // The umask may have removed permissions.
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
                    "\(path)/\(name) exists and is not a page of diced-web; nothing was written; name an empty "
                    + "folder with --into"
            )
        }
    }

    /// Returns true if there is anything under this name, even a dangling symbolic link.
    private func isThere(_ name: String) throws(SystemError) -> Bool {
        var info = stat()
        guard lstat(path + "/" + name, &info) != 0 else { return true }
        guard errno == ENOENT else { throw SystemError.last }
        return false
    }

    /// Returns the beginning of a file; `nil` if there is none.
    private func contents(of name: String) throws(SystemError) -> String? {
        guard try isThere(name) else { return nil }
        let file = try Descriptor.open(path + "/" + name, O_RDONLY | O_NONBLOCK)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(file.number, &bytes, bytes.count)
        guard count >= 0 else { throw SystemError.last }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
