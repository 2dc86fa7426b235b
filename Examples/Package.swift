// swift-tools-version: 6.2
// Apps as a third party writes them: they see Oriel's public face and nothing else.
import PackageDescription

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "oriel", path: "..")],
    targets: ["Cinema", "Lecture", "Snippet"].map { name in
        .executableTarget(
            name: name, dependencies: [.product(name: "Oriel", package: "oriel")], path: name,
            swiftSettings: [.swiftLanguageMode(.v6)])
    }
)
