import ArgumentParser

/// Command-line interface to the tests' tools, used by `scripts/`.
@main
struct Lab: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oriel-lab", abstract: "Stamped clips, private compositors, captures and input, for scripts.",
        subcommands: [
            CallCommand.self, ClipCommand.self, CompositorCommand.self, ScreenshotCommand.self, WatchCommand.self,
            KeyCommand.self, CustomCommand.self, DepartCommand.self, ElementsCommand.self, FaceCommand.self,
            FilmCommand.self, GuestCommand.self, HurryCommand.self, InlineCommand.self, PointerCommand.self,
            PacedCommand.self, CrowdCommand.self, PlainCommand.self, PushCommand.self,
            QuitCommand.self, ReleaseCommand.self, ReopenCommand.self, ReplaceCommand.self,
            TakeCameraCommand.self, UnlistCommand.self, VideoSourceCommand.self,
        ])
}
