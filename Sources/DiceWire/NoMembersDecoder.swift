/// Decodes as an object without members: the params of a request that has none.
struct NoMembersDecoder: Decoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members<Key>())
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw absent() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw absent() }

    private func absent() -> DecodingError {
        .valueNotFound(Any.self, .init(codingPath: [], debugDescription: "an object without members"))
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }
        func contains(_ key: Key) -> Bool { false }
        func decodeNil(forKey key: Key) throws -> Bool { throw absent(key) }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { throw absent(key) }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw absent(key) }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw absent(key) }
        func superDecoder() throws -> any Decoder { NoMembersDecoder() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw absent(key) }

        private func absent(_ key: Key) -> DecodingError {
            .keyNotFound(key, .init(codingPath: [], debugDescription: "an object without members"))
        }
    }
}
