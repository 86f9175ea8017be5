import Testing

@testable import DiceStore

@Suite struct MigrationTests {
    private let first = Migration(
        name: "one",
        sql: "CREATE TABLE one (id); CREATE TABLE two (id)"
    )

    @Test("each migration step runs once and in order") func eachStepIsTakenOnceAndInOrder() throws
    {
        var connection = try SQLiteConnection(":memory:")
        #expect(try connection.takenMigrations().isEmpty)
        try connection.migrate([first])
        let both = [
            first,
            Migration(
                name: "two",
                sql: "DROP TABLE two; ALTER TABLE one ADD COLUMN name"
            ),
        ]
        for _ in 1...2 {
            try connection.migrate(both)
            #expect(try connection.takenMigrations() == ["one", "two"])
            #expect(try tables(&connection) == ["grdb_migrations", "one"])
        }
    }

    @Test("a failing migration step undoes itself and the steps before it")
    func aStepThatFailsLeavesNothingOfItOrOfThoseBefore() throws {
        var connection = try SQLiteConnection(":memory:")
        try connection.migrate([first])
        let next = Migration(name: "next", sql: "CREATE TABLE next (id)")
        let broken = Migration(name: "two", sql: "DROP TABLE one; DROP TABLE three")
        let error = #expect(throws: SQLiteError.self) {
            try connection.migrate([first, next, broken])
        }
        #expect(error?.message == "no such table: three")
        #expect(try connection.takenMigrations() == ["one"])
        #expect(try tables(&connection) == ["grdb_migrations", "one", "two"])
        try connection.migrate([
            first, Migration(name: "two", sql: "CREATE TABLE three (id)"),
        ])
        #expect(try connection.takenMigrations() == ["one", "two"])
    }

    @Test(
        "an empty file gets the same schema at once as by single steps",
        arguments: 1...Schema.migrations.count
    )
    func atOnceAnEmptyFileGetsWhatTheStepsMakeOneByOne(_ count: Int) throws {
        var connection = try SQLiteConnection(":memory:")
        for taken in 1...count {
            try connection.migrate(Array(Schema.migrations.prefix(taken)))
        }
        #expect(try connection.objects() == Schema.objects(after: count))
    }

    @Test("the recorded digest is that of the present schema") func digest() throws {
        let objects = try Schema.objects(after: Schema.migrations.count)
        #expect(Schema.digest(of: objects) == Schema.present)
    }

    private func tables(_ connection: inout SQLiteConnection) throws -> [String?] {
        try connection.all(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ) {
            $0.text(0)
        }
    }
}
