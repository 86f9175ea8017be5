/// A method as an OpenRPC Method Object.
struct DescribedMethod: JSONWritable {
    let method: Method

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", method.rawValue)
            json.member("summary", method.summary)
            json.member("paramStructure", "by-name")
            json.member("params", method.params.map(DescribedParam.init))
            let (name, component) = method.result
            json.member("result", ContentDescriptor(name: name, schema: .component(component)))
            json.member("errors", method.errors.map(ErrorReference.init))
        }
    }
}

/// A notification in the manner of a method; its schema is that of the whole `params` object.
struct DescribedNotification: JSONWritable {
    let name: String

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("schema", JSONSchema.component(name == "frame" ? .frame : .event))
        }
    }
}

/// A param as an OpenRPC Content Descriptor.
private struct DescribedParam: JSONWritable {
    let param: Param

    func write(to json: inout JSONWriter) {
        let descriptor = ContentDescriptor(
            name: param.name, summary: param.summary, isRequired: param.isRequired, schema: param.kind.schema)
        descriptor.write(to: &json)
    }
}

private struct ContentDescriptor: JSONWritable {
    var name: String
    var summary: String?
    var isRequired = true
    var schema: JSONSchema

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("summary", ifPresent: summary)
            json.member("required", isRequired)
            json.member("schema", schema)
        }
    }
}

private struct ErrorReference: JSONWritable {
    let code: ErrorCode

    func write(to json: inout JSONWriter) {
        json.object { $0.member("$ref", "#/components/errors/\(code.reason)") }
    }
}
