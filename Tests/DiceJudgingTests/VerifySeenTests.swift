import DiceModel
import DiceProof
import DiceVerifying
import Foundation
import Glibc
import ProgramTestSupport
import Testing

@testable import DiceJudging

extension SeenNotes {
    fileprivate mutating func note(_ commitment: String, for name: EntryName) {
        note([.promised(name, commitment: commitment)])
    }
}

/// The file `seen`, in which dicectl records daemons' promises.
struct VerifySeenTests {
    private let temporary: TemporaryFolder
    private var notes: SeenNotes { SeenNotes(stateFolder: state) }
    private var state: String { temporary.path + "/state" }
    private var file: String { state + "/dicectl/seen" }

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func digest(_ text: String) -> String {
        Digest.text(of: text)
    }
    private func turn(_ number: Int) -> EntryName {
        EntryName(.turn, number, of: "home")
    }

    private var text: String {
        String(
            decoding: FileManager.default.contents(atPath: file) ?? Data(),
            as: UTF8.self
        )
    }
    private func write(_ text: String) {
        // Explicit, since other tests change the umask.
        let rights = [FileAttributeKey.posixPermissions: 0o644]
        _ = FileManager.default.createFile(
            atPath: file,
            contents: Data(text.utf8),
            attributes: rights
        )
    }
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("noted lines are read back once, from files private to the user")
    func kept() {
        var notes = notes
        notes.note(digest("a"), for: turn(1))
        notes.note(digest("a"), for: turn(1))
        let thrown = EntryName(.throw, 2, of: "home", id: 7)
        let head = Notes.Head(
            thrown,
            link: digest("link"),
            digest: digest("digest"),
            next: digest("next")
        )
        notes.note([
            .ended(head, commitment: digest("b")),
            .promised(turn(2), commitment: digest("c")),
        ])
        // Another process makes a note in the same turn.
        var other = self.notes
        other.note(digest("a"), for: turn(1))
        #expect(text.split(separator: "\n").count == 3)
        let read = self.notes.read()
        #expect(Set(read.promises.keys) == [digest("a"), digest("c")])
        #expect(read.heads == [digest("b"): head])
        #expect(mode(file) == 0o600)
        #expect(mode(state + "/dicectl") == 0o700)
        #expect(mode(state) == 0o700)
    }

    @Test("the first of two notes of a commitment counts")
    func first() {
        var one = notes
        var other = notes
        let instants = [5, 9].map { Timestamp(millisecondsSinceEpoch: $0) }
        one.note([.promised(turn(1), commitment: digest("a"))], at: instants[1])
        one.note(
            [.promised(turn(2), commitment: digest("b"))]
                + (1...40).map { .promised(turn($0), commitment: digest("\($0)")) }
        )
        other.note([.promised(turn(1), commitment: digest("a"))], at: instants[0])
        #expect(notes.read().promises[digest("a")] == instants[0])
    }

    @Test("a damaged line loses only itself")
    func damaged() {
        var notes = notes
        notes.note(digest("a"), for: turn(1))
        write(text + "2026-11-22T20:00:00.000Z home turn 2 \(digest("cut").prefix(20))")
        notes.note(digest("b"), for: turn(3))
        write(
            text
                + "\u{0}\u{FFFD} rubbish\n2026-11-22T20:00:00.000Z home turn x \(digest("c"))\n\n"
        )
        var another = self.notes
        another.note(digest("d"), for: turn(4))
        #expect(
            Set(self.notes.read().promises.keys) == [
                digest("a"), digest("b"), digest("d"),
            ]
        )
        #expect(mode(file) == 0o600, "whoever has made it readable for others")
    }

    @Test("an invalid table name or commitment is not noted")
    func impossible() {
        var notes = notes
        notes.note(digest("a"), for: EntryName(.turn, 1, of: "ho me"))
        notes.note("x\n", for: turn(1))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test(
        "a note is not written through a symbolic link, a file open to others or a non-file"
    )
    func refused() throws {
        var notes = notes
        notes.note(digest("a"), for: turn(1))
        let elsewhere = temporary.path + "/elsewhere"
        try FileManager.default.moveItem(atPath: file, toPath: elsewhere)
        symlink(elsewhere, file)
        notes.note(digest("b"), for: turn(2))
        #expect(self.notes.read() == Notes())
        unlink(file)
        mkfifo(file, 0o600)
        notes.note(digest("c"), for: turn(3))
        #expect(self.notes.read() == Notes())
        unlink(file)
        chmod(state + "/dicectl", 0o777)
        notes.note(digest("d"), for: turn(4))
        #expect(!FileManager.default.fileExists(atPath: file))
        chmod(state + "/dicectl", 0o700)
        try FileManager.default.moveItem(
            atPath: state + "/dicectl",
            toPath: temporary.path + "/folder"
        )
        symlink(temporary.path + "/folder", state + "/dicectl")
        notes.note(digest("e"), for: turn(5))
        #expect(
            !FileManager.default.fileExists(atPath: temporary.path + "/folder/seen")
        )
        #expect(
            FileManager.default.contents(atPath: elsewhere)?.split(separator: 0x0A)
                .count == 1
        )
    }

    @Test(
        "lines older than a year are dropped only from a file that has grown"
    )
    func pruned() throws {
        let day: Int64 = 86_400_000
        let now: Int64 = 1_800_000_000_000
        func at(_ days: Int64) -> Timestamp {
            Timestamp(millisecondsSinceEpoch: now - days * day)
        }
        var notes = notes
        notes.note([.promised(turn(1), commitment: digest("old"))], at: at(400))
        notes.note(
            (2...3).map { .promised(turn($0), commitment: digest("\($0)")) },
            at: at(360)
        )
        #expect(self.notes.read().promises.count == 3, "a small file keeps all")
        let many = (10..<3_000).map {
            SeenLine.promised(turn($0), commitment: digest("\($0)"))
        }
        notes.note(many, at: at(1))
        let inode = try #require(
            FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber]
                as? Int
        )
        notes.note([.promised(turn(4), commitment: digest("last"))], at: at(1))
        var another = self.notes
        another.note([.promised(turn(5), commitment: digest("5"))], at: at(0))
        let read = self.notes.read()
        #expect(
            read.promises[digest("old")] == nil && read.promises[digest("2")] != nil
        )
        #expect(read.promises.count == 2 + many.count + 2)
        #expect(mode(file) == 0o600)
        #expect(
            try #require(
                FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber]
                    as? Int
            ) != inode
        )
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: state + "/dicectl") == [
                "seen"
            ]
        )
    }

    @Test("many processes write at once, and every line is complete")
    func together() async {
        await withTaskGroup { group in
            for writer in 0..<8 {
                group.addTask { [state] in
                    var notes = SeenNotes(stateFolder: state)
                    notes.lockTries = .max
                    for number in 1...25 {
                        let name = EntryName(.turn, number, of: "t\(writer)")
                        notes.note(Digest.text(of: "\(writer) \(number)"), for: name)
                    }
                }
            }
        }
        #expect(notes.read().promises.count == 200)
        #expect(text.split(separator: "\n").allSatisfy { SeenLine.read($0) != nil })
    }
}
