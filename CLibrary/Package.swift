// swift-tools-version: 6.2
// liboriel.so: the library for C, over the public API. It is a package of its own, because a dynamic library with the
// Swift run-time inside takes flags for the linker that SwiftPM refuses in a dependency. Its functions are `@c` (Swift
// 6.3); scripts/install-library builds it.
import PackageDescription

let warnings: [SwiftSetting] =
    Context.environment["ORIEL_WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// Exports only what the header declares, with the ABI's version on each symbol. A Swift run-time can't be unloaded.
/// The library's own functions call each other directly.
let linking = [
    "--version-script=\(Context.packageDirectory)/oriel.map", "-soname=liboriel.so.0", "-z", "nodelete", "-Bsymbolic",
    "--no-undefined",
]

let package = Package(
    name: "oriel-c",
    products: [.library(name: "OrielC", type: .dynamic, targets: ["OrielC"])],
    dependencies: [
        .package(name: "oriel", path: ".."),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        .systemLibrary(name: "COriel", path: "Sources/COriel"),
        .target(
            name: "OrielC",
            dependencies: [
                "COriel", .product(name: "Oriel", package: "oriel"), .product(name: "Logging", package: "swift-log"),
            ], path: "Sources/OrielC",
            swiftSettings: warnings + [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ],
            linkerSettings: [
                .unsafeFlags(["-static-stdlib", "-use-ld=lld"] + linking.flatMap { ["-Xlinker", $0] }),
                // Parts of FoundationEssentials: modules that aren't compiled for a static run-time don't name them.
                .linkedLibrary("_FoundationCollections"), .linkedLibrary("_FoundationCShims"),
            ]),
    ]
)
