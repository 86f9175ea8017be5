/// Points that belong to no box.
public struct Bonus: Sendable, Hashable {
    /// A name such as `upper`: letters and digits.
    public var name: String
    public var title: String
    public var cause: Cause
    public var points: Int
    /// For `again`: true if only a hand that fills the box for its face earns the bonus.
    public var onlyUpper: Bool

    public enum Cause: Sendable, Hashable {
        /// Earned once these boxes have this sum.
        case sum(of: [String], atLeast: Int)
        /// Earned by each further hand that meets the needs of this box, if the box already holds
        /// points.
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
