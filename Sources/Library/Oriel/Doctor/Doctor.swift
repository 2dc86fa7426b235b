import OrielAudioOutput
import OrielDecode
import OrielDemux
import OrielGeometry
import OrielLibav
import OrielPlatform
import OrielSessionBus
import OrielSurfaces
import OrielTexts
import OrielWayland
public import OrielWindows

/// Examines the session, and reports what Oriel can do in it.
@MainActor
public enum Doctor {
    /// Connects to the compositor and to EGL for a moment, and to the sound server and the desktop portal for up to a
    /// second each. Never fails: the report names what is missing.
    public static func examine() -> DoctorReport { examine(surface: .auto) }

    /// Examines the session like `examine()`, for overlays of a kind.
    /// - Parameter surface: the kind that the app's options want (`PictureInPictureOptions.surface`).
    public static func examine(surface: SurfaceKind) -> DoctorReport {
        examine(surface: surface, hardwareDevice: nil)
    }

    /// Examines the session like `examine()`, for an app's options. The driver of the device that decodes is loaded for
    /// a moment, and waited for up to two seconds.
    /// - Parameters:
    ///   - surface: the kind of overlays that the options want (`PictureInPictureOptions.surface`).
    ///   - hardwareDevice: path of the device that decodes (`Player.Options.hardwareDevice`); nil for the
    ///     compositor's, or else the machine's first.
    public static func examine(surface: SurfaceKind, hardwareDevice: String?) -> DoctorReport {
        var checks: [DoctorReport.Check] = []
        let display = DisplayFacts()
        do throws(WaylandError) {
            let connection = try Connection()
            defer { connection.disconnect() }
            let globals = try Globals(connection)
            let count = globals.offeredInterfaces.count
            checks.append(.init(localized("display"), .ok, localized("\(count) interfaces offered")))
            checks.append(contentsOf: surfaces(globals, surface))
            checks.append(contentsOf: outputs(globals))
            checks.append(drawing(connection, globals))
            globals.askMainDevice { display.note(device: $0) }
            try connection.roundtrip()
        } catch {
            checks.append(
                .init(
                    localized("display"), .missing, error.description,
                    advice: localized("Nothing can be shown: run oriel inside a Wayland session.")))
        }
        checks.append(settings())
        checks.append(mediaControls())
        checks.append(sound())
        checks.append(decoding())
        if FFmpegLibraries.problem == nil { checks.append(hardwareDecoding(hardwareDevice, display)) }
        checks.append(pages())
        return DoctorReport(checks: checks)
    }

    /// Names of the compositor's outputs, for shells' completions; empty without a compositor.
    package static var outputNames: [String] {
        guard let connection = try? Connection() else { return [] }
        defer { connection.disconnect() }
        return ((try? Globals(connection))?.outputs.map(\.state.name) ?? []).filter { !$0.isEmpty }.sorted()
    }

    private static func mediaControls() -> DoctorReport.Check {
        let name = localized("media keys")
        do throws(PlatformError) { _ = try SessionBus(loop: try EventLoop()) } catch {
            return .init(
                name, .limited, error.busProblem,
                advice: localized("Media keys, panels and headsets don't control the players; `oriel play-pause` does.")
            )
        }
        return .init(name, .ok, localized("by MPRIS on the session bus"))
    }

    /// Waits up to a second for the sound server.
    private static func sound() -> DoctorReport.Check {
        switch SoundServerProbe.ask(within: .seconds(1)) {
        case .answers(let name, let device):
            .init(
                localized("sound"), .ok,
                device.map { localized("\(name), to \($0)") } ?? localized("\(name), to no device"))
        case .fails:
            .init(
                localized("sound"), .limited, localized("no sound server answers"),
                advice: localized(
                    "Videos play silently until there is one: PipeWire with pipewire-pulse, or PulseAudio."))
        case .noLibrary(let reason):
            .init(
                localized("sound"), .limited, reason,
                advice: localized("Videos play silently: install libpulse (Debian's libpulse0)."))
        }
    }

    private static func decoding() -> DoctorReport.Check {
        if let problem = FFmpegLibraries.problem {
            return .init(
                localized("decoding"), .missing, problem,
                advice: localized("Nothing can be played: install FFmpeg's libraries."))
        }
        return .init(localized("decoding"), .ok, localized("in software, by libavcodec"))
    }

    private static func hardwareDecoding(_ device: String?, _ display: DisplayFacts) -> DoctorReport.Check {
        let name = localized("hardware decoding")
        guard let node = device.map({ RenderNode(path: $0) }) ?? RenderNode.chosen(for: display, within: .zero) else {
            return .init(
                name, .limited, localized("no graphics device (/dev/dri/renderD*)"),
                advice: localized("The CPU decodes videos."))
        }
        do throws(HardwareFault) { _ = try HardwareDevice.open(node.path) } catch {
            return .init(name, .limited, "\(error)", advice: localized("The CPU decodes videos."))
        }
        return .init(
            name, .limited,
            node.driver.map { localized("VA-API on \(node.path), driver \($0)") }
                ?? localized("VA-API on \(node.path), unknown driver"),
            advice: localized(
                "Not tried with this driver, so --hwdec auto leaves it to the CPU; --hwdec vaapi uses it."))
    }

    private static func pages() -> DoctorReport.Check {
        guard WebPage.isReadable else {
            return .init(
                localized("web pages"), .limited, localized("no yt-dlp"),
                advice: localized("Web pages can't be played: install yt-dlp."))
        }
        return .init(localized("web pages"), .ok, localized("by yt-dlp"))
    }

    private static func surfaces(_ globals: Globals, _ wanted: SurfaceKind) -> [DoctorReport.Check] {
        var checks = [
            overlay(
                wanted,
                OverlayOffer(
                    layerShell: globals.offeredVersion(of: "zwlr_layer_shell_v1"),
                    pictureInPicture: globals.offeredVersion(of: PictureInPictureProtocol.interface)))
        ]
        func optional(_ interface: String, _ name: String, _ without: String) {
            if let version = globals.offeredVersion(of: interface) {
                checks.append(.init(name, .ok, localized("\(interface) version \(version)")))
            } else {
                checks.append(.init(name, .limited, localized("no \(interface)"), advice: without))
            }
        }
        optional(
            "wp_presentation", localized("frame times"),
            localized("Frames are paced by frame callbacks alone, a little less evenly."))
        optional(
            "wp_viewporter", localized("scaling"),
            localized("A resize shows its new size only with the next frame."))
        optional(
            "wp_fractional_scale_manager_v1", localized("fractional scale"),
            localized("On such outputs the compositor scales the picture."))
        optional(
            "zwp_relative_pointer_manager_v1", localized("drag"),
            localized("Dragging the overlay may jump on some compositors."))
        optional(
            "xdg_activation_v1", localized("raising windows"),
            localized("A window that comes back may stay behind others."))
        optional(
            "zwp_idle_inhibit_manager_v1", localized("screen stays on"),
            localized("The screen may go dark while a video plays."))
        optional(
            "wp_alpha_modifier_v1", localized("opacity"),
            localized("An overlay that isn't opaque is drawn so, which costs more; nothing fades by and by."))
        optional(
            "zxdg_decoration_manager_v1", localized("window frames"),
            localized("Windows have no frame; drag the picture or its edges."))
        return checks
    }

    private static func outputs(_ globals: Globals) -> [DoctorReport.Check] {
        globals.outputs.map { output in
            let state = output.state
            let hertz = Double(state.refresh) / 1000
            let (size, name) = (state.logical.size, state.name.isEmpty ? "?" : state.name)
            return .init(
                localized("output \(name)"), .ok,
                state.refresh > 0
                    ? localized("\(size), scale \(state.scale), \(DecimalText.text(hertz)) Hz")
                    : localized("\(size), scale \(state.scale)"))
        }
    }

    /// Waits up to a second for the desktop's portal.
    private static func settings() -> DoctorReport.Check {
        func without(_ reason: String) -> DoctorReport.Check {
            .init(
                localized("desktop settings"), .limited, reason,
                advice: localized("Reduced motion and text size can't be read: set [pip] animation and [controls]."))
        }
        do throws(PlatformError) {
            let loop = try EventLoop()
            let settings = try DesktopSettings(BusConnections(loop: loop))
            var answer: PlatformError??
            settings.onAnswer = { answer = .some($0) }
            let deadline = MonotonicClock.now + .seconds(1)
            while answer == nil, MonotonicClock.now < deadline { loop.turn(limit: .milliseconds(100)) }
            switch answer {
            case .some(nil):
                let (preferences, scale) = (settings.preferences, settings.preferences.textScale)
                return .init(
                    localized("desktop settings"), .ok,
                    preferences.reducesMotion
                        ? localized("reduced motion, text scale: \(scale)")
                        : localized("no reduced motion, text scale: \(scale)"))
            case .some(let error?): return without(error.busProblem)
            case nil: return without(localized("the desktop's portal doesn't answer"))
            }
        } catch { return without(error.busProblem) }
    }

    private static func drawing(_ connection: Connection, _ globals: Globals) -> DoctorReport.Check {
        let choice = PresenterChoice(.auto, connection, globals)
        let presenter = choice.presenter
        defer { presenter.finish() }
        let isSpared = presenter.renderer == .gles
        return .init(
            localized("drawing"), isSpared ? .ok : .limited,
            // Reasons are English in every language.
            "\(presenter.renderer.rawValue): \(choice.reason); by \(presenter.summary)",
            advice: isSpared
                ? "" : localized("The CPU draws the video; a GPU with a driver would take less."))
    }
}
