// swift-tools-version: 6.2

import PackageDescription

/// True to build the fuzzers (`make fuzz`): our code is then instrumented for libFuzzer's coverage
/// and for AddressSanitizer.
let isFuzzing = Context.environment["DICED_FUZZ"] != nil
let fuzzing = "-sanitize=fuzzer,address"

/// True if `make` builds a release.
let isRelease = Context.environment["DICED_RELEASE"] != nil

/// Keeps checks of exclusive memory access in a release built by `make`, which turns them off for
/// dependencies. A package that others depend on by version may not have such flags.
let checked: [SwiftSetting] =
    !isRelease
    ? []
    : [
        .unsafeFlags(
            ["-Xfrontend", "-enforce-exclusivity=checked"],
            .when(configuration: .release)
        )
    ]

/// Upcoming features that reveal mistakes, for all of our targets.
let strict: [SwiftSetting] =
    checked + (isFuzzing ? [.unsafeFlags(["-O", fuzzing])] : []) + [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]

/// True to link the programs of `make profile`, with symbols but without debug information, which
/// valgrind cannot read.
let keepsSymbols = Context.environment["DICED_SYMBOLS"] != nil

/// For a program that runs for a few milliseconds, a quarter of which dynamic linking would take.
/// Foundation's parts are named because only objects compiled for static linking request them.
let startsFast = LinkerSetting.unsafeFlags(
    [
        "-static-executable", "-use-ld=lld", "-Xlinker", keepsSymbols ? "-S" : "-s",
        "-l_FoundationCollections", "-l_FoundationCShims",
    ],
    .when(configuration: .release)
)

/// For a program that loads no plug-ins: code kept only by exported symbols can be removed.
let exportsNothing = LinkerSetting.unsafeFlags(
    [
        "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker",
        "pack-relative-relocs",
    ] + (keepsSymbols ? ["-Xlinker", "-S"] : []),
    .when(configuration: .release)
)

/// True to build only the targets of `make roll`.
let isCore = Context.environment["DICED_CORE"] != nil

/// For targets that are slow to optimize and hardly matter for the speed of a roll; `make roll`
/// does not optimize them.
let coldInCore: [SwiftSetting] = isCore && isRelease ? [.unsafeFlags(["-Onone"])] : []

/// True if the page server and the bridge are part of the daemon's file, which runs them under
/// their names. Their shared code takes 17 MB.
let isOneFile = isRelease && !isCore

let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let nioLocks = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")

/// The targets for rolling: the daemon and its client.
let core: [Target] = [
    .target(name: "DiceGames", swiftSettings: strict + [.strictMemorySafety()]),
    .target(
        name: "DiceModel",
        dependencies: ["DiceGames", "DiceNotation"],
        swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(name: "DiceNotation", swiftSettings: strict + [.strictMemorySafety()]),
    .target(
        name: "DiceOdds",
        dependencies: ["DiceNotation"],
        swiftSettings: strict + [.strictMemorySafety()]
    ),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(
        name: "Hashing",
        dependencies: ["CSodium"],
        swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
        name: "DiceProof",
        dependencies: ["DiceGames", "DiceModel", "DiceNotation", "Hashing"],
        swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
        name: "DiceTable",
        dependencies: [
            "DiceGames", "DiceModel", "DiceNotation", "DiceProof", nioCore, nioPosix, nioLocks,
            deque,
        ],
        swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
        name: "DiceWire",
        dependencies: ["DiceGames", "DiceModel", "DiceNotation"],
        swiftSettings: strict + coldInCore
    ),
    .systemLibrary(name: "CSpawn", path: "Sources/Unix/CSpawn"),
    .target(name: "Unix", dependencies: ["CSpawn"], exclude: ["CSpawn"], swiftSettings: strict),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
        name: "DiceStore",
        dependencies: [
            "CSQLite", "DiceGames", "DiceModel", "DiceProof", "DiceTable", "DiceWire", "Hashing",
            "Unix", nioLocks,
        ],
        swiftSettings: strict + coldInCore
    ),
    .target(name: "Listening", dependencies: ["Unix", deque, nioCore], swiftSettings: strict),
    .target(
        name: "DiceServer",
        dependencies: [
            "DiceGames", "DiceModel", "DiceNotation", "DiceProof", "DiceTable", "DiceWire",
            "Listening", "Unix",
            nioCore,
            nioPosix,
            logging,
            deque,
        ],
        swiftSettings: strict + coldInCore
    ),
    .target(
        name: "DiceClient",
        dependencies: ["DiceModel", "DiceWire", "Unix"],
        swiftSettings: strict + coldInCore
    ),
    .target(
        name: "DiceHints",
        dependencies: ["DiceGames"],
        swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
        name: "DiceVerifying",
        dependencies: ["DiceGames", "DiceModel", "DiceNotation", "DiceProof", "DiceWire"],
        swiftSettings: strict + [.strictMemorySafety()] + coldInCore
    ),
    .systemLibrary(
        name: "CSystemd",
        pkgConfig: "libsystemd",
        providers: [.apt(["libsystemd-dev"])]
    ),
    .target(
        name: "Systemd",
        dependencies: ["CSystemd", "Unix", logging, argumentParser, nioLocks],
        swiftSettings: strict
    ),
    .executableTarget(
        name: "diced",
        dependencies: [
            "DiceServer", "DiceStore", "DiceTable", "DiceModel", "DiceNotation", "DiceProof",
            "Listening", "Unix",
            "Systemd", argumentParser, logging, nioCore,
        ] + (isOneFile ? ["DiceMQTT", "DiceWeb"] : []),
        swiftSettings: strict + (isOneFile ? [.define("DICED_AUDIENCES")] : []),
        linkerSettings: [exportsNothing]
    ),
    .target(
        name: "DiceDrawing",
        dependencies: ["DiceGames", "DiceModel", "DiceNotation", "DiceProof"],
        swiftSettings: strict + coldInCore
    ),
    .target(
        name: "DiceJudging",
        dependencies: [
            "DiceDrawing", "DiceGames", "DiceHints", "DiceModel", "DiceNotation", "DiceOdds",
            "DiceProof", "DiceVerifying", "DiceWire", "Unix",
        ],
        swiftSettings: strict + coldInCore
    ),
    .target(
        name: "DiceFollowing",
        dependencies: [
            "DiceClient", "DiceDrawing", "DiceGames", "DiceJudging", "DiceModel", "DiceNotation",
            "DiceProof", "DiceVerifying", "DiceWire", "Unix", argumentParser,
        ],
        swiftSettings: strict + coldInCore
    ),
    .target(
        name: "DicePlay",
        dependencies: [
            "DiceClient", "DiceDrawing", "DiceFollowing", "DiceGames", "DiceHints", "DiceModel",
            "DiceNotation", "DiceProof", "DiceVerifying", "DiceWire", "Unix",
        ],
        swiftSettings: strict + coldInCore
    ),
    .executableTarget(
        name: "dicectl",
        dependencies: [
            "DiceClient", "DiceDrawing", "DiceFollowing", "DiceGames", "DiceHints", "DiceJudging",
            "DiceModel", "DiceNotation", "DicePlay", "DiceProof", "DiceVerifying", "DiceWire",
            "Hashing", "Unix", argumentParser,
        ],
        resources: [.embedInCode("Systems")],
        swiftSettings: strict + coldInCore,
        linkerSettings: [startsFast]
    ),
]

/// The page server and the MQTT bridge.
let audiences: [Target] = [
    .target(
        name: "DiceWeb",
        dependencies: [
            "Hashing", "Listening", "DiceClient", "DiceModel", "DiceWire", "Systemd", "Unix",
            argumentParser, nioCore,
            nioPosix, nioHTTP1, nioWebSocket, logging,
        ],
        exclude: ["Page", "AudiencePage"],
        swiftSettings: strict,
        plugins: ["PackPages"]
    ),
    .target(name: "PagePacking", swiftSettings: strict),
    .executableTarget(
        name: "page-packer",
        dependencies: ["PagePacking"],
        exclude: ["Plugin"],
        swiftSettings: strict
    ),
    .plugin(
        name: "PackPages",
        capability: .buildTool(),
        dependencies: ["page-packer"],
        path: "Sources/page-packer/Plugin"
    ),
    .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .target(
        name: "DiceMQTT",
        dependencies: [
            "CMosquitto", "DiceClient", "DiceModel", "DiceWire", "Systemd", "Unix", argumentParser,
            logging, deque,
        ],
        swiftSettings: strict
    ),
]

/// Their programs, when they are separate files.
let audiencePrograms: [Target] = [
    .executableTarget(
        name: "diced-web",
        dependencies: ["DiceWeb", "Systemd"],
        swiftSettings: strict,
        linkerSettings: [exportsNothing]
    ),
    .executableTarget(
        name: "diced-mqtt",
        dependencies: ["DiceMQTT", "Systemd"],
        swiftSettings: strict,
        linkerSettings: [exportsNothing]
    ),
]

/// Code shared by several test suites.
let support: [Target] = [
    .testTarget(
        name: "DiceTestSupport",
        dependencies: [
            "ProgramTestSupport", "DiceGames", "DiceModel", "DiceProof", "DiceTable", "DiceWire",
            "DiceServer",
            "Listening",
            nioCore, nioPosix, nioLocks,
            logging,
        ],
        path: "Tests/Support/DiceTestSupport",
        swiftSettings: strict
    ),
    .testTarget(
        name: "ProgramTestSupport",
        dependencies: ["Unix"],
        path: "Tests/Support/ProgramTestSupport",
        swiftSettings: strict
    ),
    .testTarget(
        name: "Forgeries",
        dependencies: [
            "DiceGames", "DiceModel", "DiceNotation", "DiceProof", "DiceVerifying", "DiceWire",
        ],
        path: "Tests/Support/Forgeries",
        swiftSettings: strict
    ),
    .target(
        name: "SlowDisk",
        path: "Tests/Support/SlowDisk",
        linkerSettings: [.linkedLibrary("dl")]
    ),
    .testTarget(
        name: "ClientTestSupport",
        dependencies: ["DiceClient", "ProgramTestSupport", "Unix"],
        path: "Tests/Support/ClientTestSupport",
        swiftSettings: strict
    ),
    .testTarget(
        name: "ScreenTestSupport",
        dependencies: [
            "DiceDrawing", "DiceFollowing", "DiceModel", "DiceNotation", "DicePlay", "DiceWire",
        ],
        path: "Tests/Support/ScreenTestSupport",
        swiftSettings: strict
    ),
    // It uses none of the daemon's code: it implements the rules independently.
    .testTarget(
        name: "Referee",
        dependencies: ["ProgramTestSupport"],
        path: "Tests/RefereeTests/Referee",
        swiftSettings: strict
    ),
    .target(
        name: "WireProperties",
        dependencies: ["DiceWire", "DiceModel", "DiceNotation", "DiceWeb", nioCore],
        path: "Tests/Fuzzing/Properties",
        swiftSettings: strict
    ),
    .executableTarget(
        name: "ClientExample",
        dependencies: ["DiceClient", "DiceModel", "DiceWire", "Unix"],
        path: "Tests/DiceClientTests/Example",
        swiftSettings: strict
    ),
]

let suites: [Target] = [
    .testTarget(
        name: "DiceGamesTests",
        dependencies: ["DiceGames", "DiceModel"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceHintsTests",
        dependencies: ["DiceGames", "DiceHints", "DiceModel"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceModelTests",
        dependencies: ["DiceModel", "DiceNotation", "DiceTestSupport"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceNotationTests",
        dependencies: [
            "DiceNotation", "DiceModel", "DiceTestSupport", "ProgramTestSupport", "WireProperties",
        ],
        exclude: ["Recorded", "notation-vectors.json"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceOddsTests",
        dependencies: [
            "DiceModel", "DiceNotation", "DiceOdds", "DiceTestSupport", "ProgramTestSupport",
            "WireProperties",
        ],
        exclude: ["Icepool"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceProofTests",
        dependencies: ["DiceGames", "DiceModel", "DiceProof"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceVerifyingTests",
        dependencies: [
            "DiceGames", "DiceModel", "DiceNotation", "DiceProof", "DiceVerifying", "DiceWire",
            "Forgeries",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceTableTests",
        dependencies: [
            "DiceTable", "DiceGames", "DiceModel", "DiceNotation", "DiceProof", "DiceStore",
            "DiceVerifying",
            "DiceWire", "DiceTestSupport", "ProgramTestSupport", nioCore, nioEmbedded,
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceWireTests",
        dependencies: ["DiceGames", "DiceWire", "DiceModel", "DiceTestSupport", "WireProperties"],
        exclude: ["Recorded"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "UnixTests",
        dependencies: ["Unix", "ProgramTestSupport"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceStoreTests",
        dependencies: [
            "CSQLite", "DiceStore", "DiceTable", "DiceGames", "DiceModel", "DiceNotation",
            "DiceProof", "DiceVerifying",
            "DiceWire",
            "ProgramTestSupport", nioLocks,
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceServerTests",
        dependencies: [
            "DiceServer", "DiceStore", "DiceTable", "DiceGames", "DiceModel", "DiceProof",
            "DiceVerifying", "DiceWire",
            "Listening", "DiceTestSupport", "ProgramTestSupport", nioCore, nioPosix, nioEmbedded,
            logging,
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "RefereeTests",
        dependencies: [
            "Referee", "DiceGames", "DiceModel", "DiceProof", "DiceStore", "DiceTable",
            "DiceVerifying", "DiceWire",
            "DiceTestSupport", "ProgramTestSupport", "Unix", "diced", "dicectl", "diced-web",
            "diced-mqtt",
        ],
        exclude: ["Referee"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "ListeningTests",
        dependencies: ["Listening", "Unix", "ProgramTestSupport", nioCore, nioEmbedded],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceClientTests",
        dependencies: [
            "ClientExample", "DiceClient", "DiceWire", "DiceModel", "Unix", "ClientTestSupport",
            "ProgramTestSupport",
        ],
        exclude: ["Example"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceWebTests",
        dependencies: [
            "DiceWeb", "diced-web", "diced", "dicectl", "DiceGames", "DiceModel", "DiceWire",
            "PagePacking", "Unix",
            "ProgramTestSupport",
            nioCore, nioPosix, nioHTTP1, nioWebSocket, nioEmbedded, logging,
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceMQTTTests",
        dependencies: [
            "DiceMQTT", "diced-mqtt", "diced", "dicectl", "DiceClient", "DiceModel", "DiceWire",
            "Unix",
            "ProgramTestSupport",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "SystemdTests",
        dependencies: ["Systemd", "Unix", "ProgramTestSupport", logging],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DicedTests",
        dependencies: [
            "diced", "DiceServer", "DiceTable", "DiceModel", "DiceProof", "Systemd", argumentParser,
            logging, nioCore,
            nioEmbedded, nioLocks,
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceDrawingTests",
        dependencies: ["DiceDrawing", "DiceModel", "DiceNotation"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceJudgingTests",
        dependencies: [
            "DiceDrawing", "DiceGames", "DiceHints", "DiceJudging", "DiceModel", "DiceNotation",
            "DiceOdds", "DiceProof", "DiceVerifying", "DiceWire", "ProgramTestSupport",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DiceFollowingTests",
        dependencies: [
            "DiceClient", "DiceFollowing", "DiceJudging", "DiceModel", "DiceProof", "DiceVerifying",
            "DiceWire", "ProgramTestSupport",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DicePlayTests",
        dependencies: [
            "DiceClient", "DiceDrawing", "DiceFollowing", "DiceGames", "DiceHints", "DiceJudging",
            "DiceModel", "DiceNotation", "DicePlay", "DiceProof", "DiceWire",
            "ProgramTestSupport", "ScreenTestSupport",
        ],
        exclude: ["Golden"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "DicectlTests",
        dependencies: [
            "dicectl", "DiceDrawing", "DiceFollowing", "DiceGames", "DiceHints", "DiceJudging",
            "DiceModel", "DiceNotation", "DicePlay", "DiceProof", "DiceVerifying",
            "DiceWire", "DiceClient", "Forgeries", "Unix", "ClientTestSupport",
            "ProgramTestSupport", "ScreenTestSupport",
        ],
        exclude: ["Golden", "Recorded"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "TerminalTests",
        dependencies: ["diced", "dicectl", "ProgramTestSupport", nioLocks],
        exclude: ["Golden", "Picture"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "ManualTests",
        dependencies: [
            "diced", "dicectl", "diced-web", "diced-mqtt", "DiceClient", "DiceGames", "DiceMQTT",
            "DiceModel",
            "DiceNotation", "DiceOdds", "DiceProof", "DiceServer", "DiceStore", "DiceWeb",
            "DiceWire",
            "Unix", "Forgeries", "ProgramTestSupport",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "EndToEndTests",
        dependencies: ["diced", "dicectl", "DiceModel", "Unix", "ProgramTestSupport"],
        exclude: ["Fixtures"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "FaultTests",
        dependencies: [
            "diced", "dicectl", "DiceClient", "DiceModel", "DiceStore", "DiceWire", "Unix",
            "ProgramTestSupport",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "HostileTests",
        dependencies: [
            "diced", "DiceModel", "DiceWire", "Unix", "ProgramTestSupport", "WireProperties",
        ],
        swiftSettings: strict
    ),
]

/// Test suites that need a browser, a broker, a web server, sshd or a system manager.
let outsideSuites: [Target] = [
    .testTarget(
        name: "BrokerTests",
        dependencies: [
            "DiceMQTT", "diced-mqtt", "diced", "dicectl", "DiceClient", "DiceModel", "DiceWire",
            "Unix",
            "ProgramTestSupport", logging,
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "SystemdBoxTests",
        dependencies: ["diced", "dicectl", "diced-web", "diced-mqtt", "ProgramTestSupport"],
        exclude: ["Box", "Scenarios"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "BrowserTests",
        dependencies: [
            "diced", "dicectl", "diced-web", "DiceGames", "Unix", "Forgeries", "ProgramTestSupport",
        ],
        exclude: ["Depth.js", "Golden", "Measuring.js", "PageStates.js", "WholeTexts.js"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "RemoteTests",
        dependencies: ["diced", "dicectl", "Unix", "ProgramTestSupport"],
        swiftSettings: strict
    ),
]

let fuzzers: [Target] =
    [.systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer")]
    + ["FuzzLines", "FuzzRequests", "FuzzNotation", "FuzzLinks"].map { name in
        .executableTarget(
            name: name,
            dependencies: ["CLibFuzzer", "WireProperties"],
            path: "Tests/Fuzzing/\(name)",
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags([fuzzing])]
        )
    }

let everything = core + audiences + audiencePrograms + support + (isFuzzing ? fuzzers : [])

/// The targets to build. `make roll` sets DICED_CORE for its own; a release has programs only;
/// DICED_SUITES names test suites, which are built with their dependencies, or "all". By default
/// everything is built except the suites that need other servers.
let targets: [Target] =
    if isCore {
        core
    } else if isRelease {
        core + audiences
    } else if let names = Context.environment["DICED_SUITES"], names != "all" {
        needed(
            by: names.split(separator: " ").map(String.init),
            of: everything + suites + outsideSuites
        )
    } else {
        everything + suites + (Context.environment["DICED_SUITES"] == nil ? [] : outsideSuites)
    }

/// Returns the targets with these names and their dependencies.
func needed(by names: [String], of all: [Target]) -> [Target] {
    let all = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    var found: [String: Target] = [:]
    var open = names
    while let name = open.popLast() {
        guard found[name] == nil, let target = all[name] else { continue }
        found[name] = target
        for case .byNameItem(let other, _) in target.dependencies { open.append(other) }
    }
    return found.values.sorted { $0.name < $1.name }
}

let programs = ["diced", "dicectl", "diced-web", "diced-mqtt"].filter { name in
    targets.contains { $0.name == name }
}

/// Libraries that tests preload into programs.
let preloaded: [Product] =
    targets.contains { $0.name == "SlowDisk" }
    ? [.library(name: "SlowDisk", type: .dynamic, targets: ["SlowDisk"])] : []

let package = Package(
    name: "diced",
    products: programs.map { .executable(name: $0, targets: [$0]) } + preloaded
        + (Context.environment["DICED_SUITES"] != nil
            ? []
            : [
                .library(
                    name: "DiceClient",
                    targets: ["DiceClient", "DiceModel", "DiceWire", "Unix"]
                ),
                .library(name: "DiceNotation", targets: ["DiceNotation", "DiceOdds"]),
                .library(name: "DiceProof", targets: ["DiceProof", "DiceVerifying"]),
            ]),
    // Exact versions, so that every build is the same. Package.resolved would not suffice: its
    // commit ids differ between mirrors.
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    ],
    targets: targets
)
