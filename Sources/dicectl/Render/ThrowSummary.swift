/// A throw of more dice than have room, in few words.
enum ThrowSummary {
    /// `100 dice:`, `17x 1,`, `15x 2` and so on, of those that count; nothing while any is in flight.
    static func counts(of faces: [ThrowFace]) -> [String] {
        guard !faces.contains(where: \.isRolling) else { return [] }
        let kept = faces.filter(\.isKept)
        var counts: [Int: Int] = [:]
        var names: [Int: String] = [:]
        for face in kept {
            guard let value = face.value, let name = face.number else { continue }
            counts[value, default: 0] += 1
            names[value] = name
        }
        let dropped = faces.count - kept.count
        let head = "\(faces.count) dice\(dropped > 0 ? ", \(dropped) dropped" : ""):"
        let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value)x \(names[$0.key] ?? "")" }
        return [head] + parts.enumerated().map { $0.offset == parts.count - 1 ? $0.element : $0.element + "," }
    }
}
