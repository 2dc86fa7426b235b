// swift-tools-version: 6.2
// Oriel: Picture in Picture for Wayland. docs/architecture.md explains the dependencies between modules; this manifest
// enforces them.
import PackageDescription

/// CI builds treat warnings as errors; a user's newer compiler must not fail because of a new warning.
let warnings: [SwiftSetting] =
    Context.environment["ORIEL_WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// Language mode and upcoming features of all Swift targets.
let strict: [SwiftSetting] =
    warnings + [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]

/// The folders of `Sources/`, by floor. A floor stands on those above it in this list, and the tools on all of them.
let floors: KeyValuePairs = [
    "Values": ["CIntl", "Texts", "Geometry", "Media", "PictureInPicture", "Transport", "Controls", "Accessibility"],
    "System": [
        "CLinux", "Platform", "CSessionBus", "SessionBus", "CWayland", "CXkbcommon", "WaylandProtocols", "Wayland",
        "CAss", "Text", "CEGL", "Shaders", "Rendering", "CRaster", "Raster",
    ],
    "Playback": [
        "CFFmpeg", "CFFmpegLoader", "CUchardet", "Libav", "Demux", "Decode", "Pipeline", "Subtitles", "CPulse",
        "AudioOutput", "Player", "CSPA", "CPipeWire", "PipeWire",
    ],
    "Shell": ["SceneHandoff", "RemoteControl", "Surfaces", "Windows"],
    "Library": ["Oriel"],
    "Program": ["CTOML", "Play", "Command"],
    "Tools": [
        "WaylandScanner", "CWaylandServer", "Compositors", "Testing", "CFakeVideoSource", "Stamps", "TestPictures",
        "TestSupport", "Lab",
    ],
]

/// The folder of a target.
func folder(_ name: String) -> String {
    "Sources/\(floors.first { $0.value.contains(name) }?.key ?? "")/\(name)"
}

extension Target {
    /// A module of the library: its folder has the short name, the module the prefix. If the folder contains a list of
    /// protocols or shaders, the plugin generates sources from it.
    static func module(
        _ name: String, _ dependencies: [Target.Dependency] = [], generatedFrom list: String? = nil
    ) -> Target {
        .target(
            name: "Oriel" + name, dependencies: dependencies, path: folder(name),
            exclude: list.map { [$0] } ?? [], swiftSettings: strict,
            plugins: list == nil ? [] : [.plugin(name: "GenerateSources")])
    }

    /// A system C library as a Swift module. `pkgConfig` names the libraries to link; without it only headers are used.
    static func systemModule(_ name: String, pkgConfig: String? = nil, apt: [String]) -> Target {
        .systemLibrary(name: name, path: folder(name), pkgConfig: pkgConfig, providers: [.apt(apt)])
    }

    /// Tests. A release build optimises only those that compute: the rest waits for the code under test, and
    /// optimising it took a third of the build.
    /// - Parameter byFile: compiles the files of a large module by themselves, so that an edit compiles one of them. The
    ///   compiler warns that it ignores `-num-threads`, which SwiftPM adds.
    static func tests(
        _ name: String, _ dependencies: [Target.Dependency], areOptimized: Bool = false, byFile: Bool = false
    ) -> Target {
        let flags =
            (areOptimized ? [] : ["-Onone"])
            + (byFile ? ["-no-whole-module-optimization", "-enable-batch-mode", "-incremental"] : [])
        return .testTarget(
            name: name, dependencies: dependencies + ["CTestIsolation"], path: "Tests/" + name,
            swiftSettings: strict + [.unsafeFlags(flags, .when(configuration: .release))])
    }
}

/// The parser of the command's arguments, which the library doesn't need.
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Program"]))

let package = Package(
    name: "oriel",
    products: [
        .library(name: "Oriel", targets: ["Oriel"]),
        .library(name: "OrielTesting", targets: ["OrielTesting"]),
        .executable(name: "oriel", targets: ["OrielCommand"]),
    ],
    // An app depends on this package with `traits: []`, and SwiftPM fetches nothing that only the program needs.
    traits: [
        .default(enabledTraits: ["Program"]),
        .trait(name: "Program", description: "The command oriel and the test tools, not only the library."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    ],
    targets: [
        // C libraries.
        .target(name: "CLinux", path: folder("CLinux")),
        .target(name: "CSessionBus", dependencies: ["CLinux"], path: folder("CSessionBus")),
        .systemModule("CIntl", apt: ["libc6-dev"]),
        .systemModule("CWayland", pkgConfig: "wayland-client", apt: ["libwayland-dev"]),
        .systemModule("CWaylandServer", pkgConfig: "wayland-server", apt: ["libwayland-dev"]),
        .systemModule("CXkbcommon", pkgConfig: "xkbcommon", apt: ["libxkbcommon-dev"]),
        .systemModule("CEGL", pkgConfig: "egl", apt: ["libegl-dev", "libgles-dev"]),
        // FFmpeg is opened with the first medium, never linked: targets that import its headers depend on the loader.
        .systemModule(
            "CFFmpeg",
            apt: [
                "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libavutil-dev", "libswscale-dev",
                "libswresample-dev",
            ]),
        .target(name: "CFFmpegLoader", path: folder("CFFmpegLoader")),
        .target(name: "CRaster", path: folder("CRaster")),
        // The same for libass and libpulse: a build needs only their headers.
        .target(name: "CAss", dependencies: ["CLinux"], path: folder("CAss")),
        .target(name: "CPulse", dependencies: ["CLinux"], path: folder("CPulse")),
        // The same for libpipewire; SPA, its plugin interface, has headers only.
        .systemModule("CSPA", pkgConfig: "libspa-0.2", apt: ["libspa-0.2-dev"]),
        .target(name: "CPipeWire", dependencies: ["CLinux", "CSPA"], path: folder("CPipeWire")),
        // toml++, a library of headers alone, reads the command's configuration.
        .target(name: "CTOML", path: folder("CTOML")),
        // The same for uchardet, which needs no header.
        .target(name: "CUchardet", dependencies: ["CLinux"], path: folder("CUchardet")),

        // Code generation: protocol XML, shaders and texts to Swift.
        .executableTarget(name: "WaylandScanner", path: folder("WaylandScanner"), swiftSettings: strict),
        .plugin(name: "GenerateSources", capability: .buildTool(), dependencies: ["WaylandScanner"]),

        // Values and decisions, without C and clocks.
        .module("Texts", ["CIntl"]),
        .module("Geometry"),
        .module("Media", ["OrielGeometry"]),
        .module("PictureInPicture", ["OrielGeometry"]),
        .module("Transport", ["OrielMedia"]),
        .module("Controls", ["OrielGeometry", "OrielTexts"]),
        .module("Accessibility", ["OrielGeometry"]),

        // Access to the system.
        .module(
            "Platform",
            [
                "CLinux", .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "HeapModule", package: "swift-collections"),
            ]),
        .module(
            "SessionBus",
            [
                "OrielAccessibility", "OrielGeometry", "OrielPlatform", "CLinux", "CSessionBus",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .module("WaylandProtocols", ["CWayland"], generatedFrom: "protocols.txt"),
        .module(
            "Wayland",
            [
                "OrielGeometry", "OrielPlatform", "OrielWaylandProtocols", "CWayland", "CXkbcommon",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .module(
            "Text",
            ["OrielGeometry", "OrielPlatform", "OrielTexts", "CAss", .product(name: "Logging", package: "swift-log")]),
        .module("Shaders", generatedFrom: "shaders.txt"),
        .module("Rendering", ["OrielMedia", "OrielGeometry", "OrielShaders", "CEGL"]),
        .module("Raster", ["OrielMedia", "OrielGeometry", "OrielPlatform", "CRaster"]),
        .module(
            "Libav",
            [
                "OrielMedia", "OrielPlatform", "OrielTexts", "CFFmpeg", "CFFmpegLoader",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .module(
            "Demux",
            [
                "OrielLibav", "OrielMedia", "OrielPlatform", "CFFmpeg", "CFFmpegLoader", "CUchardet",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        .module(
            "Decode",
            [
                "OrielLibav", "OrielMedia", "OrielGeometry", "OrielPlatform", "CFFmpeg", "CFFmpegLoader",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        .module(
            "Pipeline",
            [
                "OrielDemux", "OrielDecode", "OrielLibav", "OrielMedia", "OrielPlatform", "CFFmpeg", "CFFmpegLoader",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
            ]),
        .module(
            "Subtitles",
            [
                "OrielText", "OrielDemux", "OrielLibav", "OrielMedia", "OrielGeometry", "CFFmpeg", "CFFmpegLoader",
            ]),
        .module(
            "AudioOutput",
            ["OrielMedia", "OrielPlatform", "CPulse", .product(name: "Logging", package: "swift-log")]),
        .module(
            "SceneHandoff",
            [
                "OrielPictureInPicture", "OrielGeometry", "OrielPlatform",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .module(
            "RemoteControl",
            [
                "OrielSceneHandoff", "OrielPictureInPicture", "OrielGeometry", "OrielPlatform",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),

        // Composition: each module imports those above it alone.
        .module(
            "Player",
            [
                "OrielTexts", "OrielTransport", "OrielPipeline", "OrielDemux", "OrielDecode", "OrielLibav",
                "OrielSubtitles",
                "OrielAudioOutput", "OrielMedia", "OrielGeometry",
                "OrielPlatform", "OrielText", "OrielRaster",
            ]),
        .module(
            "PipeWire",
            [
                "OrielPlayer", "OrielDecode", "OrielMedia", "OrielGeometry", "OrielPlatform", "CPipeWire",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .module(
            "Surfaces",
            [
                "OrielPlayer", "OrielWayland", "OrielRendering", "OrielRaster", "OrielText", "OrielControls",
                "OrielSubtitles", "OrielDemux", "OrielDecode", "OrielMedia", "OrielGeometry", "OrielPlatform",
            ]),
        .module(
            "Windows",
            [
                "OrielSurfaces", "OrielPlayer", "OrielWayland", "OrielControls", "OrielPictureInPicture",
                "OrielSceneHandoff", "OrielSessionBus", "OrielLibav", "OrielText", "OrielMedia", "OrielGeometry",
                "OrielPlatform", "OrielTexts",
            ]),
        // The library's public module.
        .target(
            name: "Oriel",
            dependencies: [
                "OrielWindows", "OrielSurfaces", "OrielPlayer", "OrielGeometry", "OrielMedia", "OrielTransport",
                "OrielPlatform", "OrielWayland", "OrielRendering", "OrielRaster", "OrielText", "OrielControls",
                "OrielPipeline", "OrielDemux", "OrielDecode", "OrielLibav", "OrielSubtitles", "OrielAudioOutput",
                "OrielPictureInPicture", "OrielSceneHandoff",
                "OrielRemoteControl", "OrielSessionBus", "OrielPipeWire", "OrielTexts", "OrielAccessibility",
            ], path: folder("Oriel"), swiftSettings: strict),
        // The implementation of `oriel play`: an app with public API only, which the compiler verifies.
        .target(
            name: "OrielPlay",
            dependencies: [
                "Oriel", "OrielTexts", .product(name: "Logging", package: "swift-log"),
                // It imports none of these. The layout of Oriel's classes contains their types, and an incremental
                // build recompiles only targets that name a changed module.
                "OrielPlayer", "OrielSurfaces", "OrielWindows", "OrielTransport", "OrielPipeline", "OrielDemux",
                "OrielDecode", "OrielLibav", "OrielAudioOutput",
            ], path: folder("Play"), packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "OrielCommand",
            dependencies: [
                "Oriel", "OrielPlay", "OrielGeometry", "OrielMedia", "OrielPictureInPicture", "OrielSceneHandoff",
                "OrielRemoteControl", "OrielPlatform", "OrielTransport", "OrielPipeline", "OrielDemux", "OrielDecode",
                "OrielLibav", "OrielAudioOutput",
                "OrielPlayer", "OrielSurfaces", "OrielWindows", "OrielSessionBus", "OrielTexts",
                "CTOML", argumentParser,
            ], path: folder("Command"), exclude: ["files.txt"], swiftSettings: strict,
            plugins: [.plugin(name: "GenerateSources")]),

        // Test tools. Stamps are read at 60 Hz while the code under test runs, so that small module is always
        // optimised; no product contains it.
        .target(
            name: "OrielStamps", dependencies: ["OrielGeometry"], path: folder("Stamps"),
            swiftSettings: strict + [.unsafeFlags(["-O"])]),
        .target(name: "CFakeVideoSource", dependencies: ["CPipeWire", "CSPA"], path: folder("CFakeVideoSource")),
        .target(name: "CTestIsolation", path: "Tests/Isolation"),
        // Compositors for tests, made up or headless, and their input.
        .module(
            "Compositors",
            [
                "OrielGeometry", "OrielPlatform", "OrielWaylandProtocols", "CLinux", "CWayland", "CWaylandServer",
                "CXkbcommon", .product(name: "SystemPackage", package: "swift-system"),
            ], generatedFrom: "protocols.txt"),
        // The product for tests of apps; it alone links libwayland-server.
        .module("Testing", ["Oriel", "OrielAccessibility", "OrielCompositors", "OrielPlatform"]),
        .module(
            "TestSupport",
            [
                "OrielCompositors", "OrielGeometry", "OrielMedia", "OrielPlatform", "OrielDecode", "OrielStamps",
                "OrielWaylandProtocols", "CLinux", "CWayland", "CFFmpeg", "CFFmpegLoader",
                .product(name: "SystemPackage", package: "swift-system"),
            ], generatedFrom: "protocols.txt"),
        .executableTarget(
            name: "oriel-lab",
            dependencies: [
                "Oriel", "OrielPlayer", "OrielSurfaces", "OrielWindows", "OrielPlatform", "OrielTestSupport",
                "OrielStamps", "OrielGeometry", "OrielMedia", "OrielWayland", "CLinux", "CEGL", "CPipeWire",
                "CFakeVideoSource",
                argumentParser,
            ], path: folder("Lab"), swiftSettings: strict),
        .tests("TextsTests", ["OrielTexts"]),
        .tests("GeometryTests", ["OrielGeometry"]),
        .tests("MediaTests", ["OrielMedia", "OrielGeometry"]),
        .tests("TransportTests", ["OrielTransport", "OrielMedia"], areOptimized: true),
        .tests("ControlsTests", ["OrielControls", "OrielGeometry"], areOptimized: true),
        .tests("AccessibilityTests", ["OrielAccessibility", "OrielGeometry"]),
        .tests(
            "PlatformTests",
            [
                "OrielPlatform", .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .tests(
            "TestSupportTests", ["OrielTestSupport", "OrielStamps", "OrielGeometry", "OrielMedia", "OrielPlatform"],
            areOptimized: true),
        .tests("WaylandScannerTests", ["WaylandScanner", "OrielWaylandProtocols", "CWayland"]),
        .tests(
            "WaylandTests",
            [
                "OrielWayland", "OrielTestSupport", "OrielStamps", "OrielGeometry", "OrielPlatform",
                "OrielWaylandProtocols", "CXkbcommon",
            ]),
        .tests(
            "SessionBusTests",
            [
                "OrielSessionBus", "OrielAccessibility", "OrielGeometry", "OrielPlatform", "OrielTestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // Frames and reference implementations for tests of rendering.
        .module("TestPictures", ["OrielMedia", "OrielGeometry"]),
        .executableTarget(
            name: "raster-bench",
            dependencies: ["OrielRaster", "OrielMedia", "OrielGeometry", "CFFmpeg", "CFFmpegLoader"],
            path: "Benchmarks/Raster", swiftSettings: strict),
        .tests(
            "RasterTests", ["OrielRaster", "OrielTestPictures", "OrielMedia", "OrielGeometry"], areOptimized: true),
        .tests(
            "RenderingTests",
            [
                "OrielRendering", "OrielTestPictures", "OrielTestSupport", "OrielMedia", "CEGL", "CFFmpeg",
            ]),
        .tests(
            "TextTests", ["OrielText", "OrielGeometry", "OrielPlatform", "OrielTestSupport", "CAss"],
            areOptimized: true),
        .tests("LibavTests", ["OrielLibav", "OrielTestSupport"]),
        .tests("DemuxTests", ["OrielDemux", "OrielLibav", "OrielPlatform", "OrielTestSupport"]),
        .tests("DecodeTests", ["OrielDecode", "OrielTestSupport"]),
        .tests(
            "PipelineTests",
            [
                "OrielPipeline", "OrielDemux", "OrielDecode", "OrielLibav", "OrielSubtitles", "OrielText",
                "OrielRendering", "OrielGeometry", "OrielMedia",
                "OrielPlatform", "OrielTestSupport", "CFFmpeg", "CLinux",
            ]),
        .tests(
            "SubtitlesTests",
            [
                "OrielSubtitles", "OrielText", "OrielPipeline", "OrielDemux", "OrielLibav", "OrielGeometry",
                "OrielMedia", "OrielPlatform",
                "OrielStamps", "OrielTestSupport",
            ]),
        .tests(
            "PipeWireTests",
            ["OrielPipeWire", "CPipeWire", "OrielPlayer", "OrielMedia", "OrielPlatform", "OrielTestSupport", "CLinux"]),
        .tests("AudioOutputTests", ["OrielAudioOutput", "OrielMedia", "OrielPlatform", "OrielTestSupport"]),
        .tests("PictureInPictureTests", ["OrielPictureInPicture"]),
        .tests(
            "SceneHandoffTests",
            [
                "OrielSceneHandoff", "OrielRemoteControl", "OrielPictureInPicture", "OrielGeometry", "OrielPlatform",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .tests(
            "CommandTests",
            [
                "OrielCommand", "OrielPlay", "Oriel", "OrielPlayer", "OrielSurfaces", "OrielWindows", "OrielGeometry",
                "OrielMedia",
                "OrielPictureInPicture", "OrielPlatform", "OrielTestSupport",
            ]),
        .tests(
            "OrielTests",
            [
                "Oriel", "OrielPlayer", "OrielSurfaces", "OrielWindows", "OrielMedia", "OrielPlatform", "OrielPipeline",
                "OrielDemux", "OrielDecode", "OrielLibav", "OrielStamps",
                "OrielAudioOutput", "OrielTransport", "OrielControls", "OrielText", "OrielGeometry", "OrielWayland",
                "OrielTestSupport", "OrielRaster", "OrielPipeWire",
                "OrielRendering", "CLinux", .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "OrielTestingTests", dependencies: ["Oriel", "OrielTesting", "CTestIsolation"],
            path: "Tests/OrielTestingTests", packageAccess: false, swiftSettings: strict),
        .tests(
            "CompositorTests",
            [
                "Oriel", "OrielPlay", "OrielPlayer", "OrielSurfaces", "OrielWindows", "OrielTestSupport", "OrielStamps",
                "OrielGeometry", "OrielMedia", "OrielWaylandProtocols", "OrielPlatform", "OrielRemoteControl",
                "OrielSceneHandoff", "OrielControls",
            ], byFile: true
        ),
    ],
    cxxLanguageStandard: .cxx17
)
