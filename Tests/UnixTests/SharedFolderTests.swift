import Foundation
import ProgramTestSupport
import Testing

@testable import Unix

@Suite("The folder of a shared socket")
struct SharedFolderTests {
    /// A group that owns none of the test's folders.
    private static let group = UserGroup(name: "dice", id: 54_321)

    private static func folder(_ mode: mode_t, owner: uid_t = 0, kind: mode_t = S_IFDIR)
        -> PathComponent
    {
        PathComponent(path: "/f", mode: kind | mode, owner: owner, group: 0)
    }

    @Test(
        "the last folder must belong to us or root, and not be writable by others",
        arguments: [
            (folder(0o755), nil),
            (folder(0o755, owner: 5), nil),
            (folder(0o700), nil),
            (folder(0o755, owner: 6), "belongs to uid 6"),
            (folder(0o775), "chmod go-w /f"),
            (folder(0o757), "chmod go-w /f"),
            (folder(0o1777), "chmod go-w /f"),
            (folder(0o3775), "chmod go-w /f"),
            (folder(0o600, kind: S_IFREG), "is not a folder"),
            (folder(0o755, kind: S_IFSOCK), "is not a folder"),
        ] as [(PathComponent, String?)]
    )
    func last(folder: PathComponent, words: String?) {
        let fault = SharedFolder.fault(folder, trusting: [0, 5], isSticky: false)
        #expect(
            words.map { fault?.contains($0) == true } ?? (fault == nil),
            "\(fault ?? "nothing")"
        )
    }

    @Test(
        "a world-writable parent must be sticky, and a link must belong to us or root",
        arguments: [
            (folder(0o1777), nil),
            (folder(0o1775), nil),
            (folder(0o777), "chmod go-w /f"),
            (folder(0o775), "chmod go-w /f"),
            (folder(0o1777, owner: 6), "belongs to uid 6"),
            (folder(0o777, kind: S_IFLNK), nil),
            (folder(0o777, owner: 6, kind: S_IFLNK), "belongs to uid 6"),
        ] as [(PathComponent, String?)]
    )
    func above(folder: PathComponent, words: String?) {
        let fault = SharedFolder.fault(folder, trusting: [0, 5], isSticky: true)
        #expect(
            words.map { fault?.contains($0) == true } ?? (fault == nil),
            "\(fault ?? "nothing")"
        )
    }

    @Test(
        "a group passes by its own permissions if it owns the folder, else by those of others"
    )
    func passing() {
        #expect(SharedFolder.isOpen(0o711, ownedBy: 7, to: 7))
        #expect(SharedFolder.isOpen(0o701, ownedBy: 8, to: 7))
        #expect(!SharedFolder.isOpen(0o701, ownedBy: 7, to: 7))
        #expect(!SharedFolder.isOpen(0o770, ownedBy: 8, to: 7))
        #expect(SharedFolder.isOpen(0o710, ownedBy: 7, to: 7))
    }

    @Test(
        "a new folder is passable for all and writable for us, and an existing one is unchanged"
    )
    func create() throws {
        let folder = try openFolder()
        let made = folder.path + "/run"
        for path in [made, made + "/", folder.path + "/./run"] {
            try SharedFolder.create(path, for: Self.group)
            #expect(mode(made) == 0o755)
        }
        #expect(chmod(made, 0o711) == 0)
        try SharedFolder.create(made, for: Self.group)
        #expect(mode(made) == 0o711)
    }

    @Test("a folder inside one that the group cannot pass is refused and not made")
    func outOfReach() throws {
        let folder = try TemporaryFolder()
        let failure = #expect(throws: SocketFolder.Error.self) {
            try SharedFolder.create(folder.path + "/run", for: Self.group)
        }
        #expect(
            failure?.description.contains(
                "by the group dice: \(folder.path)"
            ) == true
        )
        #expect(mode(folder.path + "/run") == nil)
    }

    @Test(
        "links, files and folders that others could change are refused and left unchanged"
    )
    func refused() throws {
        let folder = try openFolder()
        for name in ["real", "open"] {
            try make(folder, name)
        }
        #expect(chmod(folder.path + "/open", 0o775) == 0)
        #expect(symlink(folder.path + "/real", folder.path + "/link") == 0)
        #expect(
            FileManager.default.createFile(atPath: folder.path + "/file", contents: nil)
        )
        for (path, words) in [
            ("link", "is a symbolic link"),
            ("link/", "is a symbolic link"),
            ("open", "chmod go-w"),
            ("file", "is not a folder"),
            ("open/run", "/open is writable"),
            ("open/run/deep", "cannot be created"),
            ("missing/run", "cannot be created"),
            ("file/run", "is not a folder"),
        ] {
            let failure = #expect(throws: SocketFolder.Error.self) {
                try SharedFolder.create(folder.path + "/" + path, for: Self.group)
            }
            #expect(
                failure?.description.contains(words) == true,
                "\(path): \(failure?.description ?? "nothing")"
            )
        }
        #expect(mode(folder.path + "/open") == 0o775)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/real")
                .isEmpty
        )
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/open")
                .isEmpty
        )
    }

    @Test(
        "a link above the folder is followed as by the kernel, and its path is checked"
    )
    func linkAbove() throws {
        let folder = try openFolder()
        for name in ["a", "a/b", "open", "open/c"] {
            try make(folder, name)
        }
        #expect(chmod(folder.path + "/open", 0o777) == 0)
        #expect(symlink("a/../a/b", folder.path + "/good") == 0)
        #expect(symlink("open/c", folder.path + "/bad") == 0)
        #expect(symlink("loop", folder.path + "/loop") == 0)
        try SharedFolder.create(folder.path + "/good/run", for: Self.group)
        #expect(mode(folder.path + "/a/b/run") == 0o755)
        for (path, words) in [
            ("bad/run", "/open is writable"),
            ("loop/run", "cannot be reached"),
        ] {
            let failure = #expect(throws: SocketFolder.Error.self) {
                try SharedFolder.create(folder.path + "/" + path, for: Self.group)
            }
            #expect(
                failure?.description.contains(words) == true,
                "\(failure?.description ?? "nothing")"
            )
        }
        #expect(mode(folder.path + "/open/c/run") == nil)
    }

    @Test(
        "a folder planted by a stranger is refused by daemon and client",
        .asRoot("a folder is given to others")
    )
    func planted() throws {
        let folder = try openFolder()
        for name in ["sticky", "ours", "sticky/theirs"] {
            try make(folder, name)
        }
        #expect(chmod(folder.path + "/sticky", 0o1777) == 0)
        #expect(symlink(folder.path + "/ours", folder.path + "/sticky/link") == 0)
        for name in ["theirs", "link"] {
            #expect(lchown(folder.path + "/sticky/" + name, 1, 1) == 0)
        }
        for path in ["theirs", "link", "theirs/run", "link/run"] {
            let path = folder.path + "/sticky/" + path
            #expect(throws: SocketFolder.Error.self, "\(path)") {
                try SharedFolder.create(path, for: Self.group)
            }
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/ours")
                .isEmpty
        )
        #expect(throws: SocketFolder.Error.self) {
            try SharedFolder.look(folder.path + "/sticky/link/")
        }
        try make(folder, "ours/run")
        #expect(throws: SocketFolder.Error.self) {
            try SharedFolder.look(folder.path + "/sticky/link/run")
        }
        // A user who runs a daemon may have a separate folder for it.
        guard case .usable = try SharedFolder.look(folder.path + "/sticky/theirs")
        else {
            Issue.record("another user's folder is refused")
            return
        }
    }

    @Test("a client finds a folder missing or open to others")
    func look() throws {
        let folder = try openFolder()
        for name in ["missing", "missing/deep"] {
            guard case .missing = try SharedFolder.look(folder.path + "/" + name) else {
                Issue.record("\(name) is there")
                continue
            }
        }
        #expect(chmod(folder.path, 0o775) == 0)
        let failure = #expect(throws: SocketFolder.Error.self) {
            try SharedFolder.look(folder.path)
        }
        #expect(failure?.description.contains("chmod go-w \(folder.path)") == true)
    }

    private func openFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try #require(chmod(folder.path, 0o755) == 0)
        return folder
    }

    private func make(_ folder: TemporaryFolder, _ name: String) throws {
        let path = folder.path + "/" + name
        try #require(mkdir(path, 0o755) == 0 && chmod(path, 0o755) == 0)
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }
}
