import ArgumentParser
import DiceWire

/// The options that a command declares.
struct DeclaredOptions {
    /// The names of the options that take a value.
    let valued: Set<String>

    init(of command: any ParsableArguments.Type) {
        let tool = try? JSONValue(parsing: Array(command._dumpHelp().utf8))
        var valued: Set<String> = []
        for argument in tool?["command"]?["arguments"]?.elements ?? []
        where argument["kind"] == JSONValue.string("option") {
            for name in argument["names"]?.elements ?? [] {
                guard case .string(let letters) = name["name"] else { continue }
                valued.insert((name["kind"] == JSONValue.string("short") ? "-" : "--") + letters)
            }
        }
        self.valued = valued
    }

    /// Puts a blank before terms with a minus, `-1` and `-1d4`, so that the argument parser does not
    /// take them for options.
    ///
    /// - Parameter isOperand: true if such a term may come first even if it has no dice.
    func markingTerms(in words: [String], isOperand: Bool) -> [String] {
        var marked: [String] = []
        var isOperand = isOperand
        var isValue = false
        for (index, word) in words.enumerated() {
            if word == "--" {
                return marked + words[index...]
            }
            let isTerm =
                RollGrammar.isDiceTerm(word) || isOperand && RollGrammar.isTerm(word)
            if isValue || word.hasPrefix("-") && !isTerm {
                isValue = !isValue && valued.contains(word)
                marked.append(word)
            } else {
                isOperand = true
                marked.append(isTerm ? " " + word : word)
            }
        }
        return marked
    }
}

extension JSONValue {
    /// The elements of an array; empty for any other value.
    fileprivate var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}
