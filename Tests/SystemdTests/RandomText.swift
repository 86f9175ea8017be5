/// Returns up to 80 scalars, every other one from a set of problematic ones.
func randomText(using generator: inout some RandomNumberGenerator) -> String {
    let trouble: [Unicode.Scalar] = [
        "\n", "\r", "\t", "\\", "\"", "=", " ", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}",
        "\u{2028}",
        "\u{2029}",
        "\u{202E}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...80, using: &generator) {
        let any =
            Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &generator)) ?? "u"
        let chosen =
            Bool.random(using: &generator)
            ? trouble.randomElement(using: &generator) : any
        text.append(chosen ?? any)
    }
    return String(text)
}
