// swift-tools-version: 6.2
// liboriel.so: the library for C, over what is public of it. A package of its own, since a dynamic library with the Swift run-time inside
// takes flags for the linker that SwiftPM refuses in a dependency. Its functions are `@c` (Swift 6.3); scripts/install-library builds it.
import PackageDescription

let warnings: [SwiftSetting] =
    Context.environment["ORIEL_WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// Programs see what the header declares and nothing else, and each binding says which ABI it was made with. A Swift run-time can't be
/// unloaded. Its own functions call each other directly.
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
                // What FoundationEssentials is made of: modules that aren't compiled for a static run-time don't name it.
                .linkedLibrary("_FoundationCollections"), .linkedLibrary("_FoundationCShims"),
            ]),
    ]
)
