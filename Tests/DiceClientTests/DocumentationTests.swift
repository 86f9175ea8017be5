import Testing

/// Tests that all public declarations of DiceClient are documented, because other programs use it.
struct DocumentationTests {
    @Test("every public declaration has documentation")
    func everyPublicDeclarationHasADocumentation() throws {
        var declarations = 0
        for file in try SourceText.swiftFiles(in: "Sources/DiceClient") {
            let lines = try SourceText.lines(file)
            for declaration in PublicDeclarations(lines) {
                declarations += 1
                let comment =
                    lines[..<declaration].last.map { $0.drop { $0 == " " } } ?? ""
                #expect(
                    comment.hasPrefix("/// "),
                    "\(file):\(declaration + 1): \(lines[declaration])"
                )
            }
        }
        #expect(declarations > 50)
    }

    @Test("public declarations are recognized") func whatIsPublicIsRecognized() {
        let source = """
            public import DiceWire
            public enum A {
                case one(Int)
                func f() {
                    switch self {
                    case .one: break
                    case let x: break
                    }
                }
                private enum B {
                    case two
                }
                public static func + (a: A, b: A) -> A { a }
                case three
            }
            struct C {
                public init() {}
            }
            """
        #expect(
            Array(PublicDeclarations(source.split(separator: "\n"))) == [
                1, 2, 12, 13, 16,
            ]
        )
    }
}

/// The line numbers, from 0, of public declarations in code laid out by `swift format`.
private struct PublicDeclarations: Sequence {
    private let found: [Int]

    init(_ lines: [Substring]) {
        var found: [Int] = []
        /// The indentation of the enumerations around a line, and whether they are public.
        var enclosing: [(indent: Int, isPublic: Bool)] = []
        for (number, line) in lines.enumerated() {
            let indent = line.prefix { $0 == " " }.count
            let code = line.dropFirst(indent)
            if code.hasPrefix("}") {
                enclosing.removeAll { $0.indent >= indent }
            }
            let isPublic =
                code.hasPrefix("public ") && !code.hasPrefix("public import ")
            if code.contains(/^(\w+ )*enum \w/) {
                enclosing.append((indent, isPublic))
            }
            let isCase =
                code.contains(/^case \w+(\(.*\))?( = .*)?$/)
                && enclosing.last?.indent == indent - 4
            if isPublic || (isCase && enclosing.last?.isPublic == true) {
                found.append(number)
            }
        }
        self.found = found
    }

    func makeIterator() -> IndexingIterator<[Int]> {
        found.makeIterator()
    }
}
