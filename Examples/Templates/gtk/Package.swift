// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "NewApp",
    dependencies: [
        // Without traits, what only Oriel's program needs isn't fetched.
        .package(name: "oriel", path: "../oriel", traits: [])
    ],
    targets: [
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4-wayland", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .target(
            name: "OrielGLib", dependencies: ["CGLib", .product(name: "Oriel", package: "oriel")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "NewApp", dependencies: ["CGTK", "OrielGLib", .product(name: "Oriel", package: "oriel")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(name: "NewAppTests", dependencies: ["NewApp"], swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
)
