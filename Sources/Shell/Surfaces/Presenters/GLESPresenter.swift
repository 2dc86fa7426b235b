import OrielMedia
import OrielPlayer
import OrielRendering
import OrielWayland

/// Draws with OpenGL ES, on the graphics device or with a driver that draws on the CPU.
@MainActor
final class GLESPresenter: Presenter {
    let renderer = Renderer.gles
    let graphics: GraphicsContext
    private let globals: Globals
    /// Texture of each player, uploaded once however many surfaces show it.
    private var textures: [ObjectIdentifier: FrameTexture] = [:]

    /// Creates an EGL context for the connection's display.
    init(_ connection: Connection, _ globals: Globals) throws(PresenterFault) {
        guard let display = connection.nativeDisplay else { throw PresenterFault(.lasting, "the compositor is gone") }
        self.globals = globals
        do {
            graphics = try GraphicsContext(waylandDisplay: display, isShared: connection.isShared)
        } catch { throw PresenterFault(error) }
    }

    var summary: String { graphics.facts.renderer }
    /// The driver draws on the CPU.
    var isSoftware: Bool { graphics.facts.isSoftware }
    var longestSide: Int { graphics.facts.maximumTextureSize }

    var importedDmabufs: [Dmabuf.Format] {
        SampleBuffer.Format.dmabufFormats.flatMap { fourcc, format in
            graphics.importedModifiers(of: fourcc, as: format.pixels)
                .map { Dmabuf.Format(fourcc: fourcc, modifier: $0) }
        }
    }

    func makeSwapchain(for surface: Surface) -> any Swapchain { GLESSwapchain(surface, self, globals) }

    func ready(_ picture: PlayerPicture) throws(PresenterFault) {
        do { _ = try texture(of: picture) } catch { throw PresenterFault(error) }
    }

    /// The player's texture, holding the picture's frame.
    func texture(of picture: PlayerPicture) throws(RenderingError) -> FrameTexture {
        let texture = textures[ObjectIdentifier(picture.player)] ?? makeTexture(of: picture.player)
        try texture.upload(picture.frame)
        return texture
    }

    private func makeTexture(of player: Player) -> FrameTexture {
        let texture = FrameTexture(graphics)
        texture.onCopy = { [weak player] in player?.noteCopied() }
        textures[ObjectIdentifier(player)] = texture
        return texture
    }

    func forget(_ player: Player) { textures[ObjectIdentifier(player)] = nil }

    func endTurn() -> Bool { graphics.giveBack() }

    func forgetLent() { graphics.forgetLent() }

    func recover() throws(PresenterFault) {
        do { try graphics.recreate() } catch { throw PresenterFault(error) }
    }

    func finish() {
        textures = [:]
        if globals.connection.isGone { return graphics.abandon() }
        graphics.finish()
    }
}
