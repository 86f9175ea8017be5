/// Points that are in no box.
public struct Bonus: Sendable, Hashable {
    /// Letters and digits, as `upper`.
    public var name: String
    public var title: String
    public var cause: Cause
    public var points: Int
    /// Of `again`: whether only a hand that fills the box for its face brings it.
    public var onlyUpper: Bool

    public enum Cause: Sendable, Hashable {
        /// Once these boxes hold so much together.
        case sum(of: [String], atLeast: Int)
        /// For each further hand of this box, if it holds points.
        case again(String)
    }

    public init(
        _ name: String,
        _ title: String,
        _ cause: Cause,
        points: Int,
        onlyUpper: Bool = false
    ) {
        self.name = name
        self.title = title
        self.cause = cause
        self.points = points
        self.onlyUpper = onlyUpper
    }
}
