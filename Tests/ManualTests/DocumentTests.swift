import DiceWire
import Testing
import Unix

/// The OpenRPC document is one, and tells of exactly what the code knows.
struct DocumentTests {
    private let document: DiscoveredDocument

    init() throws {
        document = try DiscoveredDocument()
    }

    @Test func requiredMembers() throws {
        #expect(document.json["openrpc"] == .string("1.3.2"))
        #expect(document.json["info"]?["title"] == .string("diced"))
        #expect(document.json["info"]?["version"] == .string(version))
        #expect(document.json["methods"]?.elements.compactMap { $0["name"]?.string } == Method.allCases.map(\.rawValue))
        for method in try #require(document.json["methods"]).elements {
            #expect(method["paramStructure"] == .string("by-name"))
            #expect(method["result"]?["name"]?.string?.isEmpty == false)
            #expect(method["result"]?["schema"] != nil)
            #expect(method["params"] != nil)
        }
    }

    @Test(arguments: Method.allCases)
    func params(_ method: Method) throws {
        let params = try #require(document.method(method)?["params"]).elements
        #expect(params.map { $0["name"] } == method.params.map { .string($0.name) })
        #expect(params.map { $0["required"] } == method.params.map { .bool($0.isRequired) })
        #expect(params.allSatisfy { $0["schema"] != nil })
    }

    @Test(arguments: Method.allCases)
    func errors(_ method: Method) throws {
        let references = try #require(document.method(method)?["errors"]).elements.compactMap { $0["$ref"]?.string }
        let codes = references.map { document.checker.resolve($0)?["code"]?.number }
        #expect(codes == method.errors.map { Double($0.rawValue) })
        #expect(Set(method.errors).count == method.errors.count)
    }

    @Test func everyErrorCodeIsDescribed() throws {
        let errors = try #require(document.json["components"]?["errors"]).members
        #expect(Set(errors.keys) == Set(ErrorCode.allCases.map(\.reason)))
        for code in ErrorCode.allCases {
            let data = try #require(errors[code.reason]?["data"])
            #expect(document.checker.faults(of: data, against: document.schema("ErrorData")) == [])
            let others = code == .badExpression ? ["length", "expected"] : []
            #expect(Set(data.members.keys) == Set(["reason"] + [code.detail].compactMap(\.self) + others))
        }
    }

    @Test func everyErrorThatIsNotOfTheWholeLineIsListedWithAMethod() {
        let ofTheLine: Set<ErrorCode> = [.parseError, .invalidRequest, .methodNotFound]
        #expect(Set(Method.allCases.flatMap(\.errors)) == Set(ErrorCode.allCases).subtracting(ofTheLine))
    }

    @Test func everyReferenceResolves() {
        let references = document.json.objects.compactMap { $0["$ref"]?.string }
        #expect(references.count > 50)
        for reference in references { #expect(document.checker.resolve(reference) != nil, "\(reference)") }
    }

    @Test func notifications() {
        let named = document.json["x-notifications"]?.elements.compactMap { $0["name"]?.string }
        #expect(named == Notification.methods)
    }
}
