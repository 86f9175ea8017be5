/// A face that was drawn for a throw.
public struct DrawnFace: Sendable, Hashable {
    public var sides: Int
    /// 1 to `sides`
    public var face: Int

    public init(sides: Int, face: Int) {
        self.sides = sides
        self.face = face
    }
}
