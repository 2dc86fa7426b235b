import Oriel
import OrielGeometry
import OrielPictureInPicture
import Testing

import OrielCommand

@Suite struct ConfigurationTests {
    @Test func keysAndPlaceAreRead() {
        let (configuration, warnings) = Configuration.read(
            """
            [keys]
            swap = "w"
            toggle-pip = ["p", "Ctrl+i"]
            [pip]
            corner = "top-left"
            size = "640x360"
            animation = false
            snap = true
            dodge = true
            opacity = 0.7
            sound = "duck"
            limit = 3
            [controls]
            text-scale = 1.5
            """, file: "config.toml")
        #expect(warnings == [])
        #expect(configuration.view.keys.action(names: ["w"], modifiers: []) == .swap)
        #expect(configuration.view.keys.action(names: ["i"], modifiers: .control) == .togglePictureInPicture)
        #expect(configuration.view.pictureInPicture.corner == .topLeft)
        #expect(!configuration.view.pictureInPicture.isAnimated)
        #expect(configuration.view.pictureInPicture.opacity == 0.7)
        #expect(configuration.view.pictureInPicture.snapsToCorners && configuration.view.pictureInPicture.dodges)
        #expect(
            configuration.application.pictureInPictureSound == .duck
                && configuration.application.pictureInPictureLimit == 3)
        #expect(configuration.view.textScale == 1.5)
        #expect(configuration.view.pictureInPicture.size == Size(width: 640, height: 360))
    }

    @Test func theSessionsSettingsAreRead() {
        let usual = Configuration.read("", file: "c.toml").0
        #expect(usual.application.reconnectTimeout == .seconds(10) && !usual.application.pausesWhenDisconnected)
        let (configuration, warnings) = Configuration.read(
            """
            [session]
            on-disconnect = "pause"
            reconnect-timeout = 2.5
            """, file: "c.toml")
        #expect(warnings == [])
        #expect(
            configuration.application.pausesWhenDisconnected
                && configuration.application.reconnectTimeout == .milliseconds(2500))
        let (same, complaints) = Configuration.read(
            """
            [session]
            on-disconnect = "stop"
            reconnect-timeout = -1
            socket = "x"
            """, file: "c.toml")
        #expect(
            complaints.sorted() == [
                "c.toml:2: session.on-disconnect: must be play, pause",
                "c.toml:3: session.reconnect-timeout: must be a number of seconds from 0 to 3600",
                "c.toml:4: session.socket: unknown key",
            ])
        #expect(!same.application.pausesWhenDisconnected && same.application.reconnectTimeout == .seconds(10))
    }

    @Test func theDeviceThatDecodesIsRead() {
        let usual = Configuration.read("", file: "c.toml").0
        #expect(usual.hardwareDecoding == .auto && usual.hardwareDevice == nil)
        let (configuration, warnings) = Configuration.read(
            """
            [video]
            hwdec = "vaapi"
            hwdec-device = "/dev/dri/renderD129"
            """, file: "c.toml")
        #expect(warnings == [])
        #expect(configuration.hardwareDecoding == .vaapi && configuration.hardwareDevice == "/dev/dri/renderD129")
        let (same, complaints) = Configuration.read(
            """
            [video]
            hwdec = "yes"
            hwdec-device = "renderD129"
            codec = "vp9"
            """, file: "c.toml")
        #expect(same.hardwareDecoding == .auto && same.hardwareDevice == nil)
        #expect(
            complaints.sorted() == [
                "c.toml:2: video.hwdec: must be auto, no, vaapi",
                "c.toml:3: video.hwdec-device: must be a device's path, such as \"/dev/dri/renderD128\"",
                "c.toml:4: video.codec: unknown key",
            ])
    }

    @Test func theLookOfSubtitlesIsRead() {
        let usual = Configuration.read("", file: "c.toml").0
        #expect(usual.subtitleScale == 1 && usual.subtitlePosition == 100)
        let (configuration, warnings) = Configuration.read(
            "[subtitles]\nscale = 1.5\nposition = 90\n", file: "c.toml")
        #expect(warnings == [] && configuration.subtitleScale == 1.5 && configuration.subtitlePosition == 90)
        #expect(
            Configuration.read("[subtitles]\nscale = 9\n", file: "c.toml").warnings
                == ["c.toml:2: subtitles.scale: must be a number from 0.2 to 5"])
    }

    @Test func eachWrongLineIsOneWarningWithItsPlace() {
        let (configuration, warnings) = Configuration.read(
            """
            volume = 3
            [keys]
            swap = 7
            dance = "d"
            quit = "Hyper+q"
            [pip]
            corner = "middle"
            animation = "fast"
            sound = "loud"
            opacity = 0.1
            snap = 1
            limit = 0
            [controls]
            text-scale = 5
            """, file: "c.toml")
        #expect(
            warnings.sorted() == [
                "c.toml:10: pip.opacity: must be a number from 0.2 to 1",
                "c.toml:11: pip.snap: must be true or false",
                "c.toml:12: pip.limit: must be a whole number from 1 to 8",
                "c.toml:14: controls.text-scale: must be a number from 0.75 to 2",
                "c.toml:1: volume: unknown key",
                "c.toml:3: keys.swap: must be a key such as \"Ctrl+i\", or a list of keys",
                "c.toml:4: keys.dance: unknown key",
                "c.toml:5: keys.quit: \"Hyper+q\" is no key; write it like \"Ctrl+Shift+i\" or \"space\"",
                "c.toml:7: pip.corner: must be top-left, top-right, bottom-left, bottom-right",
                "c.toml:8: pip.animation: must be true or false",
                "c.toml:9: pip.sound: must be focus, duck, keep",
            ])
        #expect(
            configuration.view.keys == .standard && configuration.application.pictureInPictureSound == .focus
                && configuration.application.pictureInPictureLimit == 1)
    }

    /// A key that doesn't exist is a warning, and the default stays; one that is written in another way is the same.
    @Test func aKeyThatDoesNotExistIsAWarning() {
        let (configuration, warnings) = Configuration.read(
            """
            [keys]
            swap = "Foo"
            quit = "Ctrl+Foo"
            toggle-pip = ["F9", "F99"]
            next = "page_down"
            previous = "."
            toggle-fullscreen = "F11"
            """, file: "c.toml")
        #expect(
            warnings.filter { $0.contains("is no key") } == [
                "c.toml:2: keys.swap: \"Foo\" is no key; write it like \"Ctrl+Shift+i\" or \"space\"",
                "c.toml:3: keys.quit: \"Ctrl+Foo\" is no key; write it like \"Ctrl+Shift+i\" or \"space\"",
                "c.toml:4: keys.toggle-pip: \"F99\" is no key; write it like \"Ctrl+Shift+i\" or \"space\"",
            ])
        let keys = configuration.view.keys
        #expect(keys.action(names: ["s"], modifiers: []) == .swap)
        #expect(keys.action(names: ["q"], modifiers: []) == .quit)
        #expect(keys.action(names: ["i"], modifiers: []) == .togglePictureInPicture)
        #expect(keys.action(names: ["F11"], modifiers: []) == .toggleFullscreen)
        // The name that xkbcommon gives a pressed key.
        #expect(keys.action(names: ["Next"], modifiers: []) == .nextItem)
        #expect(keys.action(names: ["period"], modifiers: []) == .previousItem)
    }

    /// Formerly the winner of two actions with the same key differed between starts.
    @Test func aKeyThatIsBoundTwiceDoesWhatTheUserSaidFirst() {
        let (configuration, warnings) = Configuration.read(
            """
            [keys]
            swap = "y"
            quit = ["w", "i"]
            play-pause = ["Y", "p"]
            faster = "w"
            """, file: "c.toml")
        for _ in 0..<20 {
            let keys = configuration.view.keys
            #expect(keys.action(names: ["y"], modifiers: []) == .swap)
            #expect(keys.action(names: ["p"], modifiers: []) == .playPause)
            #expect(keys.action(names: ["w"], modifiers: []) == .quit)
            #expect(keys.action(names: ["i"], modifiers: []) == .quit)
            #expect(
                keys.action(names: ["braceright", "bracketright"], modifiers: [.control, .shift])
                    == .togglePictureInPicture)
        }
        #expect(
            warnings == [
                "c.toml:4: keys.play-pause: \"y\" stays bound to swap, as line 2 says",
                "c.toml:5: keys.faster: \"w\" stays bound to quit, as line 3 says",
                "c.toml:3: keys.quit: \"i\" no longer triggers toggle-pip, whose default it is",
            ])
    }

    @Test func aDefaultThatIsBoundElsewhereIsNoConflict() {
        let (configuration, warnings) = Configuration.read(
            """
            [keys]
            swap = "i"
            toggle-pip = "s"
            """, file: "c.toml")
        #expect(warnings == [])
        #expect(configuration.view.keys.action(names: ["i"], modifiers: []) == .swap)
        #expect(configuration.view.keys.action(names: ["s"], modifiers: []) == .togglePictureInPicture)
    }

    @Test func globalShortcutsAreAskedForInTheKeysSection() {
        let (wanted, none) = Configuration.read("[keys]\nglobal = true\nswap = \"w\"\n", file: "c.toml")
        #expect(wanted.bindsGlobalShortcuts && none == [])
        #expect(wanted.view.keys.action(names: ["w"], modifiers: []) == .swap)
        let (wrong, warnings) = Configuration.read("[keys]\nglobal = \"i\"\n", file: "c.toml")
        #expect(!wrong.bindsGlobalShortcuts)
        #expect(warnings == ["c.toml:2: keys.global: must be true or false"])
    }

    /// A refusal outweighs the configuration until the user asks again.
    @Test func aRefusalOfShortcutsHoldsUntilTheyAreBound() {
        var record = ShortcutRecord()
        #expect(!record.isWish(isConfigured: false) && record.isWish(isConfigured: true))
        record.wanted = true
        #expect(record.isWish(isConfigured: false))
        record.refuse()
        #expect(!record.isWish(isConfigured: true))
        record.bind(["swap": "", "toggle-pip": "Super+I"])
        #expect(record.isWish(isConfigured: false) && record.summary == "swap, toggle-pip (Super+I)")
    }

    @Test func aFileThatIsNoTOMLNamesItsLine() {
        do {
            _ = try TOMLValue.document("[keys]\nswap = \n")
            Issue.record("it is read")
        } catch { #expect(error.line == 2) }
    }

    @Test(arguments: DesktopBinding.allCases) func browsersWindowsHaveRulesWhereThereAreSome(desktop: DesktopBinding) {
        let text = BrowserWindows.lines(for: desktop).joined(separator: "\n")
        switch desktop {
        case .gnome, .cosmic: #expect(text.hasPrefix("#") && text.contains("Always on Top"))
        case .labwc, .river, .wayfire: #expect(BrowserWindows.titles.allSatisfy { text.contains($0) })
        default: #expect(text.contains("^Picture[- ]in[- ][Pp]icture$"))
        }
    }

    @Test(arguments: DesktopBinding.allCases) func everyDesktopBindsBothHotkeys(desktop: DesktopBinding) {
        let lines = desktop.lines(program: "/opt/my apps/oriel").joined(separator: "\n")
        #expect(lines.contains("toggle") && lines.contains("swap"))
        #expect(lines.contains("/opt/my apps/oriel"))
        #expect(!desktop.lines(program: "oriel").joined().contains("/opt"))
    }

    @Test func aPathIsQuotedForCosmicsShellAndItsFile() {
        let lines = DesktopBinding.cosmic.lines(program: "/opt/my \"apps\"/oriel")
        #expect(lines[1] == #"(modifiers: [Super], key: "i"): Spawn("'/opt/my \"apps\"/oriel' toggle"),"#)
    }

    /// Rules that the user has not chosen change nothing.
    @Test func rulesForTheOverlayAreComments() {
        let hyprland = DesktopBinding.hyprland.lines(program: "oriel")
        #expect(hyprland.contains { $0.hasPrefix("# layerrule = ") && $0.contains("no_screen_share on") })
        #expect(hyprland.allSatisfy { $0.hasPrefix("bind = ") || $0.hasPrefix("# ") })
        #expect(DesktopBinding.niri.lines(program: "oriel").contains { $0.hasPrefix("// layer-rule {") })
    }
}

extension Configuration {
    /// Reads a configuration's text. One that isn't TOML is an issue.
    static func read(_ text: String, file: String) -> (Configuration, warnings: [String]) {
        do { return read(try TOMLValue.document(text), file: file) } catch {
            Issue.record("\(file):\(error.line): \(error.description)")
            return read([] as [TOMLValue.Member], file: file)
        }
    }
}
