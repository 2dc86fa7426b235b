public import Oriel
import OrielCompositors
import OrielPlatform

/// A compositor of its own and an application on it, for the tests of an app.
///
///     @Test func theFilmReturns() async throws {
///         try await Stage.run { stage in
///             let cinema = try Cinema(stage.film(), in: stage.application)
///             await stage.settle()
///             try await stage.user.clicksPictureInPicture()
///             #expect(stage.isOverlayShown)
///             try await stage.user.clicksReturn()
///             #expect(stage.isWindowShown && cinema.calls.last == "didStop")
///         }
///     }
///
/// The app's code is the same as in production, and so is everything in Oriel. Only the compositor and the clock are
/// replaced (`Kind.virtual`), or not even these (`Kind.compositor`).
@MainActor
public final class Stage {
    /// The place where tests run.
    public enum Kind: Hashable, Sendable {
        /// A compositor inside the test's process, and a clock that stands still between the stage's calls: no test
        /// waits for time.
        case virtual
        /// A real compositor without a display, by its program's name: `phoc`, `sway` or `labwc`. Time is real.
        case compositor(String)

        /// The kind that the environment variable `ORIEL_STAGE` names; virtual without it.
        public static var chosen: Kind {
            guard let name = Executable.environment["ORIEL_STAGE"], !name.isEmpty, name != "virtual" else {
                return .virtual
            }
            return .compositor(name)
        }
    }

    /// The stage's place.
    public let kind: Kind
    /// The application for the app's views; the stage runs and closes it.
    public let application: Application
    /// The person who uses the app.
    public private(set) lazy var user = User(self)
    /// Reason why the application has given the compositor up; nil while it has not.
    public private(set) var connectionLost: ConnectionLost?
    let host: any StageHost
    let folder: TemporaryFolder
    /// Number of the films made so far.
    var films = 0

    /// Runs a test on a stage of its own. Tests that run at the same time wait for each other: a process has one
    /// application.
    /// - Parameters:
    ///   - kind: by default the environment's choice, so that one switch moves all tests.
    ///   - options: options of the application; it is always drawn by the CPU.
    ///   - test: the test; when it returns or throws, the application is closed and the compositor ends.
    /// - Throws: errors of `test`; `StageError` or `StartError` if the compositor can't be started.
    public static func run<Result>(
        _ kind: Kind = .chosen, options: Application.Options = Application.Options(),
        _ test: @MainActor (Stage) async throws -> Result
    ) async throws -> Result {
        await StageQueue.enter()
        defer { StageQueue.leave() }
        let stage = try Stage(kind, options)
        defer { stage.end() }
        return try await test(stage)
    }

    private init(_ kind: Kind, _ options: Application.Options) throws {
        self.kind = kind
        folder = try TemporaryFolder()
        host = try kind.makeHost(in: folder)
        host.begin()
        var options = options
        options.renderer = .shm
        do { application = try Application(id: "org.oriel.Stage", options: options) } catch {
            host.end()
            throw error
        }
        application.stopsAfterLastView = false
    }

    private func end() {
        application.close()
        host.end()
        folder.remove()
    }

    // MARK: Looks

    /// Whether a view's window is on the screen; without a view, any window.
    public func isWindowShown(_ view: PlayerView? = nil) -> Bool { shown(view).contains { $0.window != nil } }
    /// Whether a view's overlay is on the screen; without a view, any overlay.
    public func isOverlayShown(_ view: PlayerView? = nil) -> Bool { shown(view).contains { $0.overlay != nil } }
    /// Whether any window is on the screen.
    public var isWindowShown: Bool { isWindowShown() }
    /// Whether any overlay is on the screen.
    public var isOverlayShown: Bool { isOverlayShown() }

    func shown(_ view: PlayerView?) -> [Application.ShownView] {
        application.shownViews.filter { view == nil || $0.view === view }
    }

    // MARK: The compositor

    /// Ends the compositor as a crash does: the application loses its connection.
    public func stopCompositor() async throws {
        try host.stop()
        await settle()
    }

    /// Starts the compositor again after `stopCompositor()`, and waits until the application is connected.
    public func restartCompositor() async throws {
        try host.restart()
        await until { [application] in application.isConnected }
        await settle()
    }

    /// Hides the windows, as another program in full screen does.
    /// - Throws: `StageError` if a real compositor doesn't show that program.
    public func hideWindows() async throws {
        try host.setHidden(true)
        await advance(by: Stage.silence)
        await settle()
    }

    /// Shows the windows again after `hideWindows()`.
    public func showWindows() async throws {
        try host.setHidden(false)
        await advance(by: .milliseconds(100))
        await settle()
    }

    /// Time without a frame callback after which a window counts as hidden, with some reserve.
    private static let silence = Duration.seconds(2)

    // MARK: Turns

    /// Runs one turn of the application, which waits at most for `limit` of the kernel's time.
    /// - Returns: false if nothing was due.
    func turn(limit: Duration) async -> Bool {
        let isDue = application.prepareToWait() == .zero
        host.answer()
        guard connectionLost == nil, isDue || waitReadable(application.descriptor, limit: limit) else {
            await Task.yield()
            return false
        }
        do { _ = try application.dispatch() } catch { connectionLost = error }
        // The app's tasks run meanwhile.
        await Task.yield()
        return true
    }
}

/// The tests that wait for the process's one stage.
@MainActor
private enum StageQueue {
    private static var isTaken = false
    private static var waiting: [CheckedContinuation<Void, Never>] = []

    static func enter() async {
        guard isTaken else { return isTaken = true }
        await withCheckedContinuation { waiting.append($0) }
    }

    static func leave() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
