internal import DiceWire
internal import FoundationEssentials
internal import NIOCore

/// The first message of a page: `{"token":"…"}`.
enum TokenMessage {
    /// What a token can need, with the braces around it.
    private static let limit = LinkSigner.longestToken + 64

    private struct Members: Decodable { var token: String }

    static func link(of message: ByteBuffer, by office: LinkOffice) throws(LinkRefusal) -> Link {
        guard message.readableBytes <= limit,
            let members = try? JSONDecoder().decode(Members.self, from: Data(message.readableBytesView))
        else { throw .tokenInvalid }
        return try office.link(of: Array(members.token.utf8))
    }
}
