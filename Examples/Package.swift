// swift-tools-version: 6.2
// Apps as a third party writes them: they see Oriel's public face and nothing else.
import PackageDescription

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "oriel", path: "..")],
    targets: [
        "Call", "Cinema", "Custom", "FirstHour", "GLibLoop", "Lecture", "Observing", "OwnLoop", "Persistence",
        "SampleBuffers", "Seats", "Snippet", "Standard",
    ].map {
        name in
        .executableTarget(
            name: name,
            dependencies: [.product(name: "Oriel", package: "oriel")] + (name == "GLibLoop" ? ["CGLib"] : []),
            path: name, swiftSettings: [.swiftLanguageMode(.v6)])
    } + [.systemLibrary(name: "CGLib", path: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])])]
)
