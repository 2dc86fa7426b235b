import Glibc

extension Application {
    /// Makes an application, runs it, and ends the process: with status 0 after the application's end; with 1, and one
    /// line on standard error, if it could not start or no compositor came back in time. For a simple `main`:
    ///
    ///     static func main() {
    ///         Application.run(id: "org.example.Cinema") { application in
    ///             let view = try PlayerView(player: Player("film.mkv"), in: application)
    ///             view.enablePictureInPicture()
    ///             view.show()
    ///             view.player.play()
    ///         }
    ///     }
    ///
    /// - Parameters:
    ///   - id: see the property.
    ///   - options: see `init(id:options:)`.
    ///   - begin: makes views and shows them. Its result is kept as long as the application runs, such as controllers
    ///     and delegates that nothing else keeps.
    public static func run<Kept>(
        id: String, options: Options = Options(), _ begin: @MainActor (Application) throws -> Kept
    ) -> Never {
        do {
            let application = try Application(id: id, options: options)
            let kept = try begin(application)
            try withExtendedLifetime(kept) { try application.run() }
        } catch {
            fail(id, error)
        }
        exit(0)
    }

    private static func fail(_ id: String, _ error: any Error) -> Never {
        let name = id.split(separator: ".").last.map(String.init) ?? id
        let sentence = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
        let line = "\(name): \(sentence)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, line.utf8.count) }
        exit(1)
    }
}
