import DiceWire
import ProgramTestSupport
import Testing

/// The OpenRPC document is valid, and documents exactly what the code implements.
struct DocumentTests {
    private let document: DiscoveredDocument

    init() throws {
        document = try DiscoveredDocument()
    }

    @Test("each method lists exactly its errors", arguments: MethodTable.daemon.methods)
    func errors(_ method: AnyMethod) throws {
        let references = try #require(document.method(method)?["errors"]).array
            .compactMap { $0["$ref"].string }
        let codes = references.map { document.checker.resolve($0)?["code"].int }
        #expect(codes == method.errors.map(\.rawValue))
        #expect(Set(method.errors).count == method.errors.count)
    }

    @Test("every error code is described") func everyErrorCodeIsDescribed() throws {
        let errors = document.json["components"]["errors"]
        #expect(errors.names == Set(ErrorCode.allCases.map(\.reason)))
        for code in ErrorCode.allCases {
            let data = errors[code.reason]["data"]
            #expect(
                document.checker.faults(of: data, against: document.schema("ErrorData"))
                    == []
            )
            let others =
                [
                    ErrorCode.badExpression: ["length", "expected"],
                    .badGame: ["expected"],
                    .limitExceeded: ["of"],
                ][code]
                ?? []
            #expect(
                data.names
                    == Set(
                        ["reason", "cause", "values"] + [code.detail].compactMap(\.self) + others
                    )
            )
        }
    }

    @Test("every error that is not about the whole line is listed with a method")
    func everyErrorThatIsNotOfTheWholeLineIsListedWithAMethod() {
        let ofTheLine: Set<ErrorCode> = [.parseError, .invalidRequest, .methodNotFound]
        #expect(
            Set(MethodTable.daemon.methods.flatMap(\.errors))
                == Set(ErrorCode.allCases).subtracting(ofTheLine)
        )
    }

    @Test("every reference resolves") func everyReferenceResolves() {
        let references = document.json.objects.compactMap { $0["$ref"].string }
        #expect(references.count > 50)
        for reference in references {
            #expect(document.checker.resolve(reference) != nil, "\(reference)")
        }
    }
}
