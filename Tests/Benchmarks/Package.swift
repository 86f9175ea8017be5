// swift-tools-version: 6.2

import PackageDescription

/// The same settings as in the main package.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "diced", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(
            url: "https://github.com/HdrHistogram/hdrhistogram-swift",
            from: "0.2.0"
        ),
    ],
    targets: [
        .systemLibrary(name: "CLinux"),
        .executableTarget(
            name: "bare-sqlite",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .executableTarget(
            name: "dicebench",
            dependencies: [
                "CLinux",
                .product(name: "DiceClient", package: "diced"),
                .product(name: "DiceNotation", package: "diced"),
                .product(name: "DiceProof", package: "diced"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ],
            swiftSettings: strict
        ),
    ]
)
