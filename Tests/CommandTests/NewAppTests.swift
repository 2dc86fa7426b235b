import Foundation
import OrielCommand
import OrielTestSupport
import Testing

/// The packages that `oriel new-app` makes. scripts/parts/dependent builds and runs them.
@Suite struct NewAppTests {
    @Test(arguments: ["Cinema", "my_app2", "_x"])
    func aModuleNameIsTaken(name: String) throws { _ = try AppPackage(name, kind: .player) }

    @Test(arguments: [
        "", "2app", "my-app", "my app", "../app", "class", "_", "Kinö", "a\"b", "a\nb", "Oriel", "orielApp", "testing",
        "Glibc", String(repeating: "a", count: 65),
    ])
    func otherNamesAreRefused(name: String) {
        #expect(throws: AppPackage.Refusal.self) { try AppPackage(name, kind: .player) }
    }

    @Test(arguments: ["app", "org..app", "org.2app", "org.ex ample.App", "org.example.", "org.example.App\n", ""])
    func anIDIsWordsWithDots(id: String) throws {
        _ = try AppPackage("App", id: "org.my-example.App_2", kind: .player)
        #expect(throws: AppPackage.Refusal.self) { try AppPackage("App", id: id, kind: .player) }
    }

    @Test(arguments: AppKind.allCases)
    func eachKindHasATestADesktopEntryAndAWorkflow(kind: AppKind) throws {
        let files = try AppPackage("Cinema", id: "net.example.Film", kind: kind).files(.folder("../oriel"))
        let paths = files.map(\.path)
        #expect(Set(paths).count == paths.count)
        for path in [
            "Package.swift", "net.example.Film.desktop", ".github/workflows/test.yml",
            "Tests/CinemaTests/CinemaTests.swift",
        ] {
            #expect(paths.contains(path), "\(path)")
        }
        for file in files {
            #expect(!file.text.isEmpty, "\(file.path)")
            for place in ["NewApp", "(ORIEL)", "org.example", kind.example] {
                #expect(!file.text.contains(place), "\(file.path) has \(place)")
            }
        }
        let main = try #require(files.first { $0.path == "Sources/Cinema/Main.swift" })
        #expect(main.text.contains("\"net.example.Film\""))
    }

    @Test func valuesAreNotLookedThroughForPlaceholders() throws {
        let package = try AppPackage("EXTRA", id: "org.NewApp.EXTRA", kind: .player)
        let files = package.files(.folder("/home/NewApp/(ORIEL)/oriel"))
        let main = try #require(files.first { $0.path == "Sources/EXTRA/Main.swift" })
        #expect(main.text.contains("\"org.NewApp.EXTRA\""))
        #expect(files[0].text.contains("path: \"/home/NewApp/(ORIEL)/oriel\""))
    }

    @Test func thePackageOfOrielIsNamedAsSeenFromTheApp() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/oriel/Sources/Library/Oriel", withIntermediateDirectories: true)
        func line(_ text: String?, _ app: String) throws -> String {
            try OrielDependency(text, app: app, current: folder.path).line
        }
        let beside = ".package(name: \"oriel\", path: \"../oriel\", traits: [])"
        for app in ["Cinema", "Cinema/", "./Cinema"] { #expect(try line(nil, app) == beside) }
        #expect(throws: AppPackage.Refusal.self) { try line(nil, ".") }
        #expect(try line("oriel", "apps/Cinema").contains("\"../../oriel\""))
        #expect(try line(folder.path + "/oriel", "Cinema").contains("\"\(folder.path)/oriel\""))
        #expect(try line("oriel/", "/tmp/Cinema").hasPrefix(".package(name: \"oriel\", path: \"../"))
        let url = try line("https://example.org/or\"iel.git", "Cinema")
        #expect(url.hasPrefix(".package(url: \"https://example.org/or\\\"iel.git\", .upToNextMinor(from: \"0."))
        #expect(throws: AppPackage.Refusal.self) { try line("nothing", "Cinema") }
    }

    @Test func aFolderWithFilesStaysAsItIs() throws {
        let folder = try TemporaryFolder()
        let files = [AppPackage.File(path: "a/b.txt", text: "new", isProgram: true)]
        try NewFolder(folder.path + "/app").write(files)
        #expect(FileManager.default.isExecutableFile(atPath: folder.path + "/app/a/b.txt"))
        #expect(throws: AppPackage.Refusal.self) { try NewFolder(folder.path + "/app").write(files) }
        #expect(throws: AppPackage.Refusal.self) { try NewFolder(folder.path + "/app/a/b.txt").write(files) }
        // An empty one is filled.
        try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: false)
        try NewFolder(folder.path + "/empty").write(files)
        #expect(throws: AppPackage.Refusal.self) { try NewFolder("/proc/nothing").write(files) }
    }
}
