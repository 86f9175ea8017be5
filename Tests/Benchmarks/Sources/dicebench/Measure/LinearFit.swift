/// The straight line that is nearest to points, by least squares.
struct LinearFit {
    let base: Double
    let slope: Double
    /// How far the points are from the line, as a share of each.
    let residuals: [Double]

    /// - Parameter points: two at least, of different x; y is never 0.
    init(_ points: [(x: Double, y: Double)]) {
        let count = Double(points.count)
        let (meanX, meanY) = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
        let slope =
            points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
            / points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        let base = meanY - slope * meanX
        (self.slope, self.base) = (slope, base)
        residuals = points.map { ($0.y - base - slope * $0.x) / $0.y }
    }
}
