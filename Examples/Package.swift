// swift-tools-version: 6.2
// Apps as a third party writes them: they see Oriel's public face and nothing else.
import PackageDescription

let oriel = Target.Dependency.product(name: "Oriel", package: "oriel")
func gtk(_ product: String) -> Target.Dependency { .product(name: product, package: "OrielGTK") }
/// Further modules of the programs that run in a GLib main loop.
let others: [String: [Target.Dependency]] = [
    "GLibLoop": [gtk("CGLib"), gtk("OrielGLib")], "GTKWindow": ["CGTK", gtk("OrielGLib")],
]

/// Apps that tests drive by `OrielTesting`. The others have a loop of their own, or a second process.
let tested = ["Custom", "FirstHour", "Lecture", "Observing", "Persistence", "SampleBuffers", "Seats", "Standard"]

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "oriel", path: ".."), .package(path: "../CLibrary/OrielGTK")],
    targets: [
        "Call", "Cinema", "Custom", "FirstHour", "GLibLoop", "GTKWindow", "Lecture", "Observing", "OwnLoop",
        "Persistence", "SampleBuffers", "Seats", "Snippet", "Standard",
    ].map { name in
        .executableTarget(
            name: name, dependencies: [oriel] + (others[name] ?? []), path: name,
            // Also a release build is tested.
            swiftSettings: [.swiftLanguageMode(.v6)]
                + (tested.contains(name) ? [.unsafeFlags(["-enable-testing"], .when(configuration: .release))] : []))
    } + [
        .testTarget(
            name: "ExampleTests",
            dependencies: [oriel, .product(name: "OrielTesting", package: "oriel")]
                + tested.map { .init(stringLiteral: $0) },
            path: "Tests", swiftSettings: [.swiftLanguageMode(.v6)]),
        .systemLibrary(name: "CGTK", path: "CGTK", pkgConfig: "gtk4-wayland", providers: [.apt(["libgtk-4-dev"])]),
    ]
)
