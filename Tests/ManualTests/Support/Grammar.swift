/// A grammar in EBNF, and random texts from it.
struct Grammar {
    private indirect enum Rule {
        case word(String)
        case name(String)
        case sequence([Rule])
        case choice([Rule])
        case optional(Rule)
        case repeated(Rule)
    }

    private var rules: [String: Rule] = [:]
    /// The symbols that the grammar leaves undefined, such as letters and digits.
    private let characters: [String: String]

    /// - Parameter text: rules that end in semicolons.
    init(_ text: String, characters: [String: String]) {
        self.characters = characters
        var words = text.matches(of: /"[^"]*"|[a-z]+|[=;,|{}()\[\]]/).map {
            String($0.0)
        }[...]
        while let name = words.popFirst() {
            words.removeFirst()
            rules[name] = Self.choice(&words)
            words.removeFirst()
        }
    }

    var names: Set<String> { Set(rules.keys) }

    /// The names that have no rule.
    var unknown: Set<String> {
        func names(_ rule: Rule) -> Set<String> {
            switch rule {
            case .word: []
            case .name(let name): [name]
            case .sequence(let rules), .choice(let rules): Set(rules.flatMap(names))
            case .optional(let rule), .repeated(let rule): names(rule)
            }
        }
        return Set(rules.values.flatMap(names)).subtracting(rules.keys).subtracting(
            characters.keys
        )
    }

    /// - Parameter depth: the depth of rules after which it takes the shortest way to an end.
    func text(of name: String, depth: Int, _ random: inout some RandomNumberGenerator)
        -> String
    {
        if let characters = characters[name] {
            return String(characters.randomElement(using: &random) ?? "?")
        }
        let isWhole = ["number", "whole", "name", "label", "word", "words"].contains(
            name
        )
        return rules[name].map {
            text(of: $0, isWhole ? "" : " ", depth: depth - 1, &random)
        }
            ?? "?"
    }

    private func text(
        of rule: Rule,
        _ space: String,
        depth: Int,
        _ random: inout some RandomNumberGenerator
    ) -> String {
        switch rule {
        case .word(let word): return word
        case .name(let name): return text(of: name, depth: depth, &random)
        case .sequence(let rules):
            var parts: [String] = []
            for rule in rules {
                parts.append(text(of: rule, space, depth: depth, &random))
            }
            return parts.filter { !$0.isEmpty }.joined(separator: space)
        case .choice(let rules):
            // The first alternative never nests deeper.
            let chosen = depth > 0 ? rules.randomElement(using: &random) : rules.first
            return chosen.map { text(of: $0, space, depth: depth, &random) } ?? ""
        case .optional(let rule):
            return depth > 0 && Bool.random(using: &random)
                ? text(of: rule, space, depth: depth, &random) : ""
        case .repeated(let rule):
            var parts: [String] = []
            while depth > 0, parts.count < 3, Int.random(in: 0..<3, using: &random) == 0 {
                parts.append(text(of: rule, space, depth: depth, &random))
            }
            return parts.joined(separator: space)
        }
    }

    private static func choice(_ words: inout ArraySlice<String>) -> Rule {
        var choices = [sequence(&words)]
        while words.first == "|" {
            words.removeFirst()
            choices.append(sequence(&words))
        }
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private static func sequence(_ words: inout ArraySlice<String>) -> Rule {
        var parts = [part(&words)]
        while words.first == "," {
            words.removeFirst()
            parts.append(part(&words))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private static func part(_ words: inout ArraySlice<String>) -> Rule {
        let word = words.removeFirst()
        guard ["(", "[", "{"].contains(word) else {
            return word.first == "\""
                ? .word(String(word.dropFirst().dropLast())) : .name(word)
        }
        let inner = choice(&words)
        words.removeFirst()
        return switch word {
        case "(": inner
        case "[": .optional(inner)
        default: .repeated(inner)
        }
    }
}
