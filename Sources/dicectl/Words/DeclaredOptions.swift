import ArgumentParser
import DiceWire

/// The options that a command declares.
struct DeclaredOptions {
    /// The names of all options.
    private let names: Set<String>
    /// The names of the options that take a value.
    private let valued: Set<String>

    init(of command: any ParsableArguments.Type) {
        let tool = try? JSONValue(parsing: Array(command._dumpHelp().utf8))
        var names: Set<String> = []
        var valued: Set<String> = []
        for argument in tool?["command"]?["arguments"]?.elements ?? [] {
            for name in argument["names"]?.elements ?? [] {
                guard case .string(let letters) = name["name"] else { continue }
                let option = (name["kind"] == JSONValue.string("short") ? "-" : "--") + letters
                names.insert(option)
                if argument["kind"] == JSONValue.string("option") {
                    valued.insert(option)
                }
            }
        }
        self.names = names
        self.valued = valued
    }

    /// Returns the words without `SharedOption`s that the command does not declare. Throws
    /// `ValidationError` for such an option whose value is invalid or missing.
    func leavingOutOthers(of words: [String]) throws -> [String] {
        var kept: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                return kept + [word] + rest
            }
            let name = String(word.prefix { $0 != "=" })
            guard let option = SharedOption(named: name), !names.contains(name),
                option.value != nil || name == word
            else {
                kept.append(word)
                if valued.contains(word), let value = rest.popFirst() {
                    kept.append(value)
                }
                continue
            }
            if let kind = option.value {
                let value = name == word ? rest.popFirst() : String(word.dropFirst(name.count + 1))
                try option.check(try value.orInvalid("\(name) needs \(kind)"))
            }
        }
        return kept
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
