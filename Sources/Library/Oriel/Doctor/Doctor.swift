import OrielAudioOutput
import OrielDecode
import OrielDemux
import OrielGeometry
import OrielLibav
import OrielPlatform
import OrielSessionBus
import OrielSurfaces
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
            checks.append(.init("display", .ok, "\(globals.offeredInterfaces.count) interfaces offered"))
            checks.append(contentsOf: surfaces(globals, surface))
            checks.append(contentsOf: outputs(globals))
            checks.append(drawing(connection, globals))
            globals.askMainDevice { display.note(device: $0) }
            try connection.roundtrip()
        } catch {
            checks.append(
                .init(
                    "display", .missing, error.description,
                    advice: "Nothing can be shown: run oriel inside a Wayland session."))
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
        let name = "media keys"
        do throws(PlatformError) { _ = try SessionBus(loop: try EventLoop()) } catch {
            return .init(
                name, .limited, error.busProblem,
                advice: "Media keys, panels and headsets don't control the players; `oriel play-pause` does.")
        }
        return .init(name, .ok, "by MPRIS on the session bus")
    }

    /// Waits up to a second for the sound server.
    private static func sound() -> DoctorReport.Check {
        switch SoundServerProbe.ask(within: .seconds(1)) {
        case .answers(let name, let device):
            .init("sound", .ok, "\(name), to \(device ?? "no device")")
        case .fails:
            .init(
                "sound", .limited, "no sound server answers",
                advice: "Videos play silently until there is one: PipeWire with pipewire-pulse, or PulseAudio.")
        case .noLibrary(let reason):
            .init("sound", .limited, reason, advice: "Videos play silently: install libpulse (Debian's libpulse0).")
        }
    }

    private static func decoding() -> DoctorReport.Check {
        if let problem = FFmpegLibraries.problem {
            return .init("decoding", .missing, problem, advice: "Nothing can be played: install FFmpeg's libraries.")
        }
        return .init("decoding", .ok, "in software, by libavcodec")
    }

    private static func hardwareDecoding(_ device: String?, _ display: DisplayFacts) -> DoctorReport.Check {
        let name = "hardware decoding"
        guard let node = device.map({ RenderNode(path: $0) }) ?? RenderNode.chosen(for: display, within: .zero) else {
            return .init(name, .limited, "no graphics device (/dev/dri/renderD*)", advice: "The CPU decodes videos.")
        }
        do throws(HardwareFault) { _ = try HardwareDevice.open(node.path) } catch {
            return .init(name, .limited, "\(error)", advice: "The CPU decodes videos.")
        }
        let isKnown = HardwareRules.known.knows(node)
        return .init(
            name, isKnown ? .ok : .limited, "VA-API on \(node.path), driver \(node.driver ?? "unknown")",
            advice: isKnown
                ? "" : "Not tried with this driver, so --hwdec auto leaves it to the CPU; --hwdec vaapi uses it.")
    }

    private static func pages() -> DoctorReport.Check {
        guard WebPage.isReadable else {
            return .init(
                "web pages", .limited, "no yt-dlp", advice: "Web pages can't be played: install yt-dlp.")
        }
        return .init("web pages", .ok, "by yt-dlp")
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
                checks.append(.init(name, .ok, "\(interface) version \(version)"))
            } else {
                checks.append(.init(name, .limited, "no \(interface)", advice: without))
            }
        }
        optional(
            "wp_presentation", "frame times", "Frames are paced by frame callbacks alone, a little less evenly.")
        optional("wp_viewporter", "scaling", "A resize shows its new size only with the next frame.")
        optional(
            "wp_fractional_scale_manager_v1", "fractional scale", "On such outputs the compositor scales the picture.")
        optional("zwp_relative_pointer_manager_v1", "drag", "Dragging the overlay may jump on some compositors.")
        optional("xdg_activation_v1", "raising windows", "A window that comes back may stay behind others.")
        optional("zwp_idle_inhibit_manager_v1", "screen stays on", "The screen may go dark while a video plays.")
        optional(
            "wp_alpha_modifier_v1", "opacity",
            "An overlay that isn't opaque is drawn so, which costs more; nothing fades by and by.")
        optional("zxdg_decoration_manager_v1", "window frames", "Windows have no frame; drag the picture or its edges.")
        return checks
    }

    private static func outputs(_ globals: Globals) -> [DoctorReport.Check] {
        globals.outputs.map { output in
            let state = output.state
            let hertz = Double(state.refresh) / 1000
            return .init(
                "output \(state.name.isEmpty ? "?" : state.name)", .ok,
                "\(state.logical.size), scale \(state.scale)" + (state.refresh > 0 ? ", \(rounded(hertz)) Hz" : ""))
        }
    }

    /// Waits up to a second for the desktop's portal.
    private static func settings() -> DoctorReport.Check {
        func without(_ reason: String) -> DoctorReport.Check {
            .init(
                "desktop settings", .limited, reason,
                advice: "Reduced motion and text size can't be read: set [pip] animation and [controls].")
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
                return .init(
                    "desktop settings", .ok,
                    "reduced motion: \(settings.preferences.reducesMotion ? "yes" : "no"), text scale: \(settings.preferences.textScale)"
                )
            case .some(let error?): return without(error.busProblem)
            case nil: return without("the desktop's portal doesn't answer")
            }
        } catch { return without(error.busProblem) }
    }

    private static func drawing(_ connection: Connection, _ globals: Globals) -> DoctorReport.Check {
        let choice = PresenterChoice(.auto, connection, globals)
        let presenter = choice.presenter
        defer { presenter.finish() }
        let isSpared = presenter.renderer == .gles
        return .init(
            "drawing", isSpared ? .ok : .limited,
            "\(presenter.renderer.rawValue): \(choice.reason); by \(presenter.summary)",
            advice: isSpared
                ? "" : "The CPU draws the video; a GPU with a driver would take less.")
    }

    private static func rounded(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)"
    }
}
