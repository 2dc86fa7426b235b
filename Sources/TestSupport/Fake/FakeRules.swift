/// How the fake compositor answers; tests change it at any time.
package struct FakeRules: Sendable {
    package enum Refresh: Hashable, Sendable {
        /// A refresh every so many milliseconds.
        case every(milliseconds: Int)
        /// Only when the test says so.
        case manual
    }

    package enum Feedback: Hashable, Sendable {
        case presented
        case discarded
        /// It stays outstanding until a later refresh answers otherwise.
        case withheld
    }

    package var refresh = Refresh.every(milliseconds: 16)
    /// True to configure a surface when it should be; false leaves that to `FakeCompositor.configure`.
    package var configures: @Sendable (FakeSurface) -> Bool = { _ in true }
    /// True to answer a mapped surface's frame callbacks at a refresh.
    package var frames: @Sendable (FakeSurface) -> Bool = { _ in true }
    /// What a refresh answers to a surface that wants presentation feedback.
    package var feedback: @Sendable (FakeSurface) -> Feedback = { _ in .presented }
    /// False to keep the buffer that a surface's commit brings, until a refresh finds it true again.
    package var releases: @Sendable (FakeSurface) -> Bool = { _ in true }
    /// How long after the refresh the feedback says the picture was presented.
    package var presentationDelay = Duration.zero
    /// The size that windows are told; nil leaves it to them.
    package var windowSize: (width: Int, height: Int)?
    /// Windows are told that they are tiled, so that `windowSize` is theirs to fill.
    package var tilesWindows = false
    /// False to forget that a window asked for full screen before it was mapped, as phoc 0.58 does.
    package var keepsEarlyFullScreen = true
    /// What panels leave of each output; nil is all of it.
    package var usableArea: (width: Int, height: Int)?
    /// False leaves it to `FakeCompositor.configure` to answer who asks for that.
    package var tellsUsableArea = true

    package init() {}
}

/// What the fake compositor offers, fixed when it starts.
package struct FakeOffer: Sendable {
    /// Interfaces to leave out, such as `zwlr_layer_shell_v1`.
    package var missing: Set<String> = []
    package var outputs: [Output] = [Output(name: "FAKE-1")]
    package var presentationClock: UInt32 = 1
    package var seat: [Device] = [.pointer, .keyboard, .touch]
    package var layerShellVersion: UInt32 = 4
    /// Whether surfaces may lie over others (`wl_subcompositor`): messages and controls are shown then, and mapped like any.
    package var hasSubcompositor = false

    package enum Device: Hashable, Sendable {
        case pointer
        case keyboard
        case touch
    }

    package struct Output: Hashable, Sendable {
        package var name: String
        package var width: Int
        package var height: Int
        package var scale: Int
        package var x: Int

        package init(name: String, width: Int = 1280, height: Int = 720, scale: Int = 1, x: Int = 0) {
            self.name = name
            self.width = width
            self.height = height
            self.scale = scale
            self.x = x
        }
    }

    package init() {}
}
