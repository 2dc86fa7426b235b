// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "NewApp",
    dependencies: [
        // Without traits, what only Oriel's program needs isn't fetched.
        .package(name: "oriel", path: "../oriel", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "NewApp", dependencies: [.product(name: "Oriel", package: "oriel")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "NewAppTests", dependencies: ["NewApp", .product(name: "OrielTesting", package: "oriel")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
)
