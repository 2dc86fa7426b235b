public import COriel
import Oriel

/// Object behind `oriel_view`: a view of a player, or of frames.
@MainActor
final class ViewHandle: Handled {
    nonisolated static let noun = "a view"

    var handle: OpaquePointer?
    let host: PlayerView
    /// Any thread; nil if the view shows a player.
    nonisolated let frames: SampleBufferView?
    let window: ProgramWindow?
    /// The picture is inside a surface of the program's.
    private(set) var isInline = false
    /// Controller, freed with the view.
    weak var controller: ControllerHandle?
    /// Share that the view shows, freed with it.
    weak var screenCast: ScreenCastHandle?
    /// Cameras that film for the view, freed with it.
    var cameras: [CameraHandle] = []
    /// The program's callbacks for full screen.
    var delegate: ProgramViewDelegate?
    private weak var application: ApplicationHandle?

    private init(
        _ host: PlayerView, in application: ApplicationHandle, window: ProgramWindow?, options: oriel_view_options
    ) {
        self.host = host
        self.application = application
        self.window = window
        frames = host as? SampleBufferView
        application.views.append(self)
        // The overlay's close button ends C programs unless ORIEL_OUTLIVES_PICTURE_IN_PICTURE is set.
        host.pictureInPictureClosePolicy = .closesView
        window?.view = self
        tellClosed = options.closed.map { closed in { [data = options.data] in closed($0, data) } }
        host.onClose = { [weak self] in self?.hasClosed() }
    }

    /// Reports to the program that the view has closed; nil afterwards.
    private var tellClosed: ((OpaquePointer?) -> Void)?

    private func hasClosed() {
        if let player, player.view === self { player.isClosed = true }
        let tell = tellClosed
        tellClosed = nil
        tell?(handle)
    }

    /// Player that the view shows.
    private weak var player: PlayerHandle?

    /// Creates a view of a player. Closes a former view of it and takes over its controller.
    /// - Parameter surface: the program's surface that contains the picture; nil for another kind of window.
    convenience init(
        _ player: PlayerHandle, in application: ApplicationHandle, surface: AppSurface? = nil,
        _ options: oriel_view_options
    ) throws(Failure) {
        guard !application.application.isClosed else { throw .hasEnded("the application") }
        guard !player.isClosed else { throw .hasEnded("the player's view, and its medium with it,") }
        let settings = try Self.settings(options)
        let window = try ProgramWindow(options)
        let before = player.view
        player.view = nil
        let view: PlayerView
        do {
            view =
                if let surface {
                    try PlayerView(
                        player: player.player, in: application.application, surface: surface, frame: Self.noFrame,
                        window: window, options: settings)
                } else if let window {
                    try PlayerView(
                        player: player.player, in: application.application, window: window, options: settings)
                } else {
                    try PlayerView(player: player.player, in: application.application, options: settings)
                }
        } catch {
            player.view = before
            throw Failure(error)
        }
        // A C program learns of a failure when the view closes.
        view.failurePolicy = .closesView
        self.init(view, in: application, window: window, options: options)
        isInline = surface != nil
        controller = before?.controller
        before?.controller = nil
        self.player = player
        player.view = self
    }

    private static let noFrame = Rect(x: 0, y: 0, width: 0, height: 0)

    /// Creates a view of frames that the program makes.
    /// - Parameter surface: the program's surface that contains the picture; nil for another kind of window.
    convenience init(
        framesIn application: ApplicationHandle, surface: AppSurface? = nil, _ options: oriel_view_options
    ) throws(Failure) {
        guard !application.application.isClosed else { throw .hasEnded("the application") }
        let settings = try Self.settings(options)
        let window = try ProgramWindow(options)
        let view: SampleBufferView
        do {
            view =
                if let surface {
                    try SampleBufferView(
                        in: application.application, surface: surface, frame: Self.noFrame, window: window,
                        options: settings)
                } else if let window {
                    try SampleBufferView(in: application.application, window: window, options: settings)
                } else {
                    try SampleBufferView(in: application.application, options: settings)
                }
        } catch { throw Failure(error) }
        self.init(view, in: application, window: window, options: options)
        isInline = surface != nil
    }

    static func options(_ options: UnsafePointer<oriel_view_options>?) throws(Failure) -> oriel_view_options {
        guard options != nil else { return oriel_view_options() }
        return try Arguments.structure(options, "options")
    }

    private static func settings(_ options: oriel_view_options) throws(Failure) -> PlayerView.Options {
        var settings = PlayerView.Options()
        settings.name = try Arguments.optionalText(options.name, "name")
        settings.title = try Arguments.optionalText(options.title, "title")
        settings.showsPlaybackControls = !options.hides_controls
        settings.requiresLinearPlayback = options.requires_linear_playback
        settings.pictureInPicture.corner = try Arguments.corner(options.corner)
        settings.pictureInPicture.size = try Arguments.size(options.width, options.height, "Picture in Picture")
        return settings
    }

    /// Closes the view and invalidates its handle and its controller's.
    func free() {
        host.close()
        // The handle is invalid in the loop's next turn.
        hasClosed()
        controller?.free()
        screenCast?.free()
        for camera in cameras { camera.free() }
        application?.views.removeAll { $0 === self }
        Handles.discard(handle)
    }
}

extension ProgramWindow {
    /// - Returns: nil for a library window.
    convenience init?(_ options: oriel_view_options) throws(Failure) {
        guard options.window != nil else { return nil }
        self.init(try Arguments.structure(options.window, "window"))
    }
}

@c @implementation @MainActor public func oriel_view_new(
    _ application: OpaquePointer?, _ player: OpaquePointer?, _ options: UnsafePointer<oriel_view_options>?,
    _ view: UnsafeMutablePointer<OpaquePointer?>?
) -> oriel_error {
    onMainThread(giving: view) { () throws(Failure) in
        let application: ApplicationHandle = try Handles.find(application)
        let player: PlayerHandle = try Handles.find(player)
        return try ViewHandle(player, in: application, ViewHandle.options(options))
    }
}

@c @implementation @MainActor public func oriel_view_new_for_frames(
    _ application: OpaquePointer?, _ options: UnsafePointer<oriel_view_options>?,
    _ view: UnsafeMutablePointer<OpaquePointer?>?
) -> oriel_error {
    onMainThread(giving: view) { () throws(Failure) in
        let application: ApplicationHandle = try Handles.find(application)
        return try ViewHandle(framesIn: application, ViewHandle.options(options))
    }
}

@c @implementation @MainActor public func oriel_view_free(_ view: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in
        guard let view else { return }
        let handle: ViewHandle = try Handles.find(view)
        handle.free()
    }
}

@c @implementation @MainActor public func oriel_view_show(_ view: OpaquePointer?, _ mode: oriel_mode) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ViewHandle = try Handles.find(view)
        guard !handle.host.isClosed else { throw .hasEnded("the view") }
        switch mode {
        case ORIEL_MODE_WINDOW: handle.host.show(.window)
        case ORIEL_MODE_FULL_SCREEN: handle.host.show(.fullScreen)
        default: throw Failure(ORIEL_ERROR_ARGUMENT, "there is no mode \(mode.rawValue)")
        }
    }
}
