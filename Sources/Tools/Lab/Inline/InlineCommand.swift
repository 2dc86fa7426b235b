import ArgumentParser
import Foundation
import Oriel
import OrielWayland

struct InlineCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "inline",
        abstract: "An app with a window and a connection of its own, and a view inside that window.",
        discussion: """
            Prints what its delegate hears. Each letter in the file of --acts is an act, whose end it prints.
            Place: s shrinks the picture, g lets it grow, k scrolls it, so that the window clips it, K scrolls it away, 0 \
            gives it no size, 2 puts player b beside it.
            Window: w moves it to another window, o takes it out, b puts it back, p switches the placeholder off.
            Player: z pauses, y plays, c closes the view, l draws over the picture, q lets key x pause it.
            Ends: d destroys the app's window, x disconnects the app's display; i and j do so from the delegate's next \
            call, e disconnects it and uses the view at once.
            Mistakes: n commits the app's windows no more when a view needs it, f moves it to a surface of another \
            connection, r to a subsurface of the app's, u to a surface that is never shown, t commits the window from \
            another thread for a while, h makes a hundred views and closes them.
            """)

    @Argument(help: "What is played, as player a.") var media: String?
    @Flag(help: "Instead, a call of two pictures, as player call.") var call = false
    @Option(help: "Draw with: auto, gles or shm.") var renderer = "auto"
    @Option(help: "A named pipe with acts.") var acts: String?
    @Flag(help: "For comparison: the view has a window of Oriel's, and the app none.") var ownWindow = false
    @Flag(help: "Make the picture as large as Oriel's own window.") var large = false
    @Flag(help: "Forward the window's input to Oriel's controls.") var forwards = false
    @Flag(help: "Name the app's window, by which the screen stays on.") var namesToplevel = false
    @Flag(help: "Animate nothing.") var still = false
    @Flag(help: "The app has an OpenGL context, and prints once it isn't current in an act.") var ownContext = false

    @MainActor func runApp() throws {
        var choice = Application.Options()
        choice.renderer = Renderer(rawValue: renderer) ?? .auto
        let application = try Application(id: "org.oriel.Inline", options: choice)
        if call {
            let call = try InlineCall(in: application)
            try application.run()
            return withExtendedLifetime(call) {}
        }
        guard let media else { throw ValidationError("nothing to play") }
        let app = try InlineApp(application, media)
        app.namesToplevel = namesToplevel
        app.isStill = still
        if ownContext { try app.makeContext() }
        try app.open(ownWindow: ownWindow, isLarge: large)
        if forwards { app.forwardInput() }
        if let acts { app.readActs(of: acts) }
        try application.run()
        application.close()
        app.checkContext("end")
        withExtendedLifetime(app) {}
    }
}
