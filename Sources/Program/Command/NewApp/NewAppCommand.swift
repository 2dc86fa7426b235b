import ArgumentParser
import FoundationEssentials
import OrielPlatform
import OrielTexts

extension AppKind: ExpressibleByArgument {}

/// `oriel new-app NAME`: makes the package of an app that uses the library.
struct NewAppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-app",
        abstract: localized("Make the Swift package of an app with Picture in Picture."),
        discussion: localized(
            """
            The package builds and floats as it is. It has a test, a desktop entry, and a workflow for GitHub, which \
            runs the app on a compositor without a screen. Kinds:
              player      a player with Oriel's controls
              custom      a player with controls of its own
              persistent  a player whose film goes on in Picture in Picture while its view is gone
              call        a call with two pictures
              frames      a picture that the app draws
              gtk         a film inside a window of GTK 4
            """))

    @Argument(help: .localized("Name of the app and of its module, such as Cinema.")) var name: String
    @Option(help: .localized("Kind of the app.")) var kind = AppKind.player
    @Option(help: .localized("ID by which desktops know the app (default: org.example. and the name).")) var id: String?
    @Option(
        help: .localized("Folder to make; it may exist if it is empty (default: the name).", valueName: "folder"),
        completion: .directory)
    var path: String?
    @Option(
        help: .localized("Folder or address of Oriel's package (default: the folder oriel beside the app's)."),
        completion: .directory)
    var oriel: String?

    func validate() throws {
        guard path?.isEmpty != true, oriel?.isEmpty != true else {
            throw ValidationError(localized("a folder needs a name"))
        }
    }

    func run() throws {
        let folder = path ?? name
        do throws(AppPackage.Refusal) {
            let package = try AppPackage(name, id: id, kind: kind)
            let dependency = try OrielDependency(
                oriel, app: folder, current: FileManager.default.currentDirectoryPath)
            try NewFolder(folder).write(package.files(dependency))
        } catch { throw CommandFailureLine("new-app", TerminalText.plain(error.description)) }
        print(localized("\(name) is in \(TerminalText.plain(folder)). Build and run it there:"))
        print("swift run \(name)" + (kind.playsFiles ? " film.mkv" : ""))
    }
}
