// swift-tools-version: 6.2
// Oriel for apps of GTK 4 in Swift. It is a package of its own, so that Oriel builds without GTK.
import PackageDescription

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "oriel-gtk",
    products: [
        // The widget of liboriel-gtk4, which scripts/install-gtk installs; it needs nothing else of Oriel's.
        .library(name: "OrielGTK", targets: ["OrielGTK"]),
        // GTK and the widget in C.
        .library(name: "COrielGTK", targets: ["COrielGTK"]),
        // An application of Oriel's as a source of GLib's main loop.
        .library(name: "OrielGLib", targets: ["OrielGLib"]),
        .library(name: "CGLib", targets: ["CGLib"]),
    ],
    dependencies: [.package(name: "oriel", path: "../..", traits: [])],
    targets: [
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .target(
            name: "OrielGLib", dependencies: ["CGLib", .product(name: "Oriel", package: "oriel")], swiftSettings: swift),
        .systemLibrary(
            name: "COrielGTK", pkgConfig: "oriel-gtk4", providers: [.apt(["liboriel-dev", "libgtk-4-dev"])]),
        .target(name: "OrielGTK", dependencies: ["COrielGTK"], swiftSettings: swift),
        // An example, and the package's test.
        .executableTarget(name: "GTKFilm", dependencies: ["COrielGTK", "OrielGTK"], swiftSettings: swift),
    ]
)
