import Foundation
import Testing

/// The modules of `Sources`: their imports, their dependencies in Package.swift and their rows in
/// CONTRIBUTING.md agree.
struct RoomsTests {
    private static let root = ManualPage.folder.deletingLastPathComponent().path()
    /// The modules of the system and the compiler.
    private static let system: Set = [
        "Glibc", "Synchronization", "FoundationEssentials",
    ]

    /// Programs that run only while others are built, and their additional modules.
    private static let buildTools = ["page-packer": Set(["Foundation", "PackagePlugin"])]

    private let package: String
    /// Modules of other packages.
    private let products: Set<String>
    /// The dependencies of each of our targets, by name.
    private let targets: [String: Set<String>]

    init() throws {
        package = try String(
            contentsOfFile: Self.root + "/Package.swift",
            encoding: .utf8
        )
        let products = Dictionary(
            uniqueKeysWithValues: package.matches(
                of: /let (\w+) = Target\.Dependency\.product\(\s*name: "(\w+)"/
            ).map {
                (String($0.1), String($0.2))
            }
        )
        var targets: [String: Set<String>] = [:]
        for target in package.matches(
            of:
                /\.(?:target|executableTarget)\(\s*name: "([\w-]+)",\s*(?:dependencies: \[([^\]]*)\])?/
        )
        where FileManager.default.fileExists(atPath: "\(Self.root)/Sources/\(target.1)") {
            targets[String(target.1)] = Set(
                (target.2 ?? "").matches(of: /"(\w+)"|(\w+)/).map { word in
                    word.1.map(String.init) ?? word.2.flatMap { products[String($0)] }
                        ?? String(word.0)
                }
            )
        }
        self.targets = targets
        self.products = Set(products.values)
    }

    @Test("a target depends on exactly the modules that it imports")
    func aTargetDependsOnExactlyWhatItImports() throws {
        try #require(targets.count > 15)
        for (name, dependencies) in targets {
            let imports = try imports(of: name).subtracting(Self.system)
                .subtracting(Self.buildTools[name] ?? [])
            #expect(
                imports == dependencies,
                "\(name): \(imports.symmetricDifference(dependencies).sorted())"
            )
        }
    }

    @Test("every folder has a row that lists its allowed imports")
    func everyFolderHasARowThatNamesWhatItMayImport() throws {
        let page = try String(
            contentsOfFile: Self.root + "/.github/CONTRIBUTING.md",
            encoding: .utf8
        )
        let rows = Dictionary(
            uniqueKeysWithValues: page.matches(
                of: /(?m)^\| `([\w-]+)` \| [^|]+ \|([^|]*)\|$/
            ).map { row in
                (String(row.1), Set(row.2.matches(of: /`(\w+)`/).map { String($0.1) }))
            }
        )
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Self.root + "/Sources"
        )
        #expect(Set(rows.keys) == Set(folders.filter { !$0.hasPrefix("C") }))
        for (name, row) in rows {
            #expect(row == targets[name]?.subtracting(products), "\(name)")
        }
    }

    private func imports(of target: String) throws -> Set<String> {
        let folder = "\(Self.root)/Sources/\(target)"
        var found: Set<String> = []
        for file in try #require(FileManager.default.enumerator(atPath: folder))
            .compactMap({
                $0 as? String
            })
        where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            for line in text.matches(of: /(?m)^(?:public |package )?import (\w+)$/) {
                found.insert(String(line.1))
            }
        }
        return found
    }
}
