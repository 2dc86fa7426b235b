import ArgumentParser
import Glibc
import Oriel
import OrielPlay
import OrielSceneHandoff
import OrielTexts

/// `oriel float`: any window or screen in Picture in Picture.
struct FloatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "float",
        abstract: localized("Show any window or screen in Picture in Picture, live."),
        discussion: localized(
            """
            The desktop's own dialogue asks which one. The overlay can be moved, resized, stashed, locked and swapped \
            as a video's; a pause lets the picture stand still. Its return and close buttons end the share.

            No sound comes with it: the window's program still plays its own. A screen floats on another screen only, \
            so that it doesn't show itself. It needs PipeWire and a desktop portal with screen casts.
            """))

    @Flag(help: .localized("Offer windows only.")) var window = false
    @Flag(help: .localized("Offer screens only.")) var screen = false
    @Flag(help: .localized("Show the pointer in the picture, where the desktop can.")) var pointer = false
    @Flag(
        help: .localized(
            """
            Float the same window or screen as the last time with --restore, without the dialogue, where the desktop \
            remembers it.
            """))
    var restore = false
    @Flag(help: .localized("Choose a part of it with a frame over the overlay.")) var region = false
    @Option(
        help: .localized(
            "Show a part of it: X,Y,WxH in its pixels, or auto for all but its black bars.", valueName: "part"))
    var crop: PlayerCommand.Crop?
    @Option(
        help: .localized(
            """
            Show the part that was chosen under this name, and choose it if there is none; with --restore of the same \
            window or screen.
            """, valueName: "name"))
    var preset: String?
    @Option(help: .localized("Name of the player for other commands; float by default.", valueName: "name"))
    var id: String?
    @Option(help: .localized("Renderer: auto, gles (OpenGL ES) or shm (software).")) var renderer = Renderer.auto
    @OptionGroup var overlay: OverlayOptions
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard !(window && screen) else { throw ValidationError(localized("--window and --screen exclude each other")) }
        guard !(region && crop != nil) else {
            throw ValidationError(localized("--region and --crop exclude each other"))
        }
        guard preset.map({ (1...100).contains($0.utf8.count) }) ?? true else {
            throw ValidationError(localized("--preset needs a name of 1 to 100 bytes"))
        }
        guard id != "" else { throw ValidationError(localized("--id is empty")) }
    }

    func run() throws {
        let configuration = try log.begin("float")
        let folder = StateFolder.ofUser()
        let record = FloatRecord(from: folder)
        let stored = preset.flatMap { record.crop(of: $0) }
        var options = FloatOptions()
        options.cast.windows = !screen
        options.cast.screens = !window
        options.cast.showsPointer = pointer
        options.cast.persists = restore
        options.cast.restoreToken = restore ? record.token(of: preset) : nil
        options.application = configuration.application
        options.application.handlesSignals = true
        options.application.renderer = renderer
        // The setting is for media; what floats goes on anyhow.
        options.application.pausesWhenDisconnected = false
        options.pausesWhenLocked = configuration.pausesWhenLocked
        options.view = configuration.view
        options.view.name = id ?? "float"
        options.view.title = "Float"
        options.form.crop = crop?.form ?? stored ?? .none
        options.choosesPart = region || preset != nil && options.form.crop == .none
        overlay.apply(to: &options.view.pictureInPicture)
        // `run` is called on the main thread, but `ParsableCommand` doesn't declare it.
        let end = try MainActor.assumeIsolated { [options, restore, preset] in
            do {
                let application = try FloatApplication(options, places: folder.map { PlaceMemory($0) })
                if restore {
                    application.onGrant = { token in FloatRecord.update(in: folder) { $0.setToken(token, of: preset) } }
                }
                let end = application.run()
                if let preset, application.hasBegun {
                    FloatRecord.update(in: folder) { $0.setCrop(application.crop, of: preset) }
                }
                return end
            } catch let error as StartError { throw CommandFailureLine("float", error.what, advice: error.advice) }
        }
        switch end {
        case .stopped: break
        case .cast(let reason) where reason.isOrdinary: writeLine("oriel: float: \(reason)", to: STDERR_FILENO)
        case .cast(let reason): throw CommandFailureLine("float", "\(reason)", advice: Self.advice(for: reason))
        case .failed(let reason): throw CommandFailureLine("float", reason)
        }
    }

    private static func advice(for reason: ScreenCastEnd) -> String? {
        switch reason {
        case .unavailable:
            "it needs PipeWire, and a portal with screen casts such as those of GNOME, KDE, wlroots or Hyprland"
        case .showsItself: "choose a window"
        case .timedOut: "run it again"
        default: nil
        }
    }
}
