// swift-tools-version: 6.2
// Apps as a third party writes them: they see Oriel's public face and nothing else.
import PackageDescription

let oriel = Target.Dependency.product(name: "Oriel", package: "oriel")
/// Further modules of the programs that run in a GLib main loop.
let others: [String: [Target.Dependency]] = [
    "GLibLoop": ["CGLib", "GLibSource"], "GTKWindow": ["CGTK", "GLibSource"],
]

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "oriel", path: "..")],
    targets: [
        "Call", "Cinema", "Custom", "FirstHour", "GLibLoop", "GTKWindow", "Lecture", "Observing", "OwnLoop",
        "Persistence", "SampleBuffers", "Seats", "Snippet", "Standard",
    ].map { name in
        .executableTarget(
            name: name, dependencies: [oriel] + (others[name] ?? []), path: name,
            swiftSettings: [.swiftLanguageMode(.v6)])
    } + [
        .target(
            name: "GLibSource", dependencies: [oriel, "CGLib"], path: "GLibSource",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .systemLibrary(name: "CGLib", path: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CGTK", path: "CGTK", pkgConfig: "gtk4-wayland", providers: [.apt(["libgtk-4-dev"])]),
    ]
)
