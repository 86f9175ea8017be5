/// Why a link opens nothing.
package enum LinkRefusal: String, Error {
    case tokenInvalid, tokenExpired, tokenRevoked

    /// What to do next.
    var message: String {
        switch self {
        case .tokenInvalid: "this link is not whole, or not of this page; ask whoever sent it for another one"
        case .tokenExpired: "this link has expired; ask whoever sent it for another one"
        case .tokenRevoked: "this link was taken back; ask whoever sent it for another one"
        }
    }
}
