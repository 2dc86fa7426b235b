import CEGL
public import OrielGeometry
package import OrielMedia

/// An EGL display with one OpenGL ES 3 context: makes targets and textures, and draws one into the other.
///
/// **One thread.** Everything made here, and every method of it, belongs to the OS thread that made the context; nothing
/// here is `Sendable`.
///
/// **Loss.** A driver's reset ends all that the driver held. Any call then throws an error whose `isContextLost` is true
/// (`WindowTarget.swap` returns `.contextLost`), until `recreate()`; textures upload their frame again by themselves.
public final class GraphicsContext {
    let connection: EGLConnection
    private var context: EGLContext
    /// Counts the contexts that there were; what belongs to an earlier one is gone.
    private(set) var generation = 1
    private(set) var painter: Painter
    private var resetStatus: ResetStatus?
    /// Names of textures whose owners are gone, to be deleted when the context is next current.
    private var discardedTextures: [GLuint] = []
    private var isFinished = false
    private var isLost = false
    /// What the driver said about itself.
    public package(set) var facts: GraphicsFacts {
        didSet { painter.facts = facts }
    }
    /// Nil where the display imports no buffers.
    package var importer: DmabufImporter?
    /// A 1×1 surface to make the context current with where EGL cannot do so without one.
    private var idleSurface: EGLSurface?

    private typealias ResetStatus = @convention(c) () -> GLenum

    /// Connects to EGL on a Wayland connection.
    /// - Parameter waylandDisplay: a `wl_display`, to outlive the context.
    public convenience init(waylandDisplay: OpaquePointer) throws(RenderingError) {
        try self.init(.wayland(waylandDisplay))
    }

    /// A context that draws into `OffscreenTarget`s only, with no display server (`EGL_MESA_platform_surfaceless`).
    public static func surfaceless() throws(RenderingError) -> GraphicsContext {
        try GraphicsContext(.surfaceless)
    }

    private init(_ platform: EGLConnection.Platform) throws(RenderingError) {
        let connection = try EGLConnection(platform)
        do throws(RenderingError) {
            let made = try connection.makeContext()
            var idleSurface: EGLSurface?
            if !connection.extensions.contains("EGL_KHR_surfaceless_context") {
                let size: [EGLint] = [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE]
                idleSurface = eglCreatePbufferSurface(connection.display, connection.config, size)
            }
            guard eglMakeCurrent(connection.display, idleSurface, idleSurface, made.context) != EGL_FALSE else {
                throw .egl("eglMakeCurrent")
            }
            let facts = GraphicsFacts(display: connection.display, reportsResets: made.reportsResets)
            painter = try Painter(facts: facts)
            self.connection = connection
            importer = DmabufImporter(connection, facts)
            context = made.context
            self.idleSurface = idleSurface
            self.facts = facts
            resetStatus = Self.resetStatusFunction(made.reportsResets)
        } catch {
            // With the display, EGL destroys what was made on it.
            eglMakeCurrent(connection.display, nil, nil, nil)
            connection.close()
            throw error
        }
    }

    /// Starts over after a loss, on the same display: targets stay, textures upload their frames again at their next use.
    /// Harmless when nothing was lost.
    public func recreate() throws(RenderingError) {
        eglMakeCurrent(connection.display, nil, nil, nil)
        if !isDestroyed { eglDestroyContext(connection.display, context) }
        isDestroyed = true
        let made = try connection.makeContext()
        context = made.context
        isDestroyed = false
        generation += 1
        discardedTextures.removeAll()
        textureCount = 0
        isLost = false
        try makeCurrent()
        facts = GraphicsFacts(display: connection.display, reportsResets: made.reportsResets)
        resetStatus = Self.resetStatusFunction(made.reportsResets)
        painter = try Painter(facts: facts)
    }

    /// Ends the context, and on Wayland the EGL display. Targets are finished before it.
    public func finish() {
        guard !isFinished else { return }
        isFinished = true
        eglMakeCurrent(connection.display, nil, nil, nil)
        if let idleSurface { eglDestroySurface(connection.display, idleSurface) }
        if !isDestroyed { eglDestroyContext(connection.display, context) }
        isDestroyed = true
        connection.close()
    }

    deinit { assert(isFinished, "a graphics context is finished before it is let go") }

    // MARK: Making things

    /// A target for a `wl_egl_window`, whose size the caller keeps equal to `WindowTarget.size`.
    public func makeWindowTarget(nativeWindow: OpaquePointer, size: Size) throws(RenderingError) -> WindowTarget {
        try WindowTarget(self, nativeWindow: nativeWindow, size: size)
    }

    /// A target in memory, whose pixels can be read.
    public func makeOffscreenTarget(size: Size) throws(RenderingError) -> OffscreenTarget {
        try OffscreenTarget(in: self, size: size)
    }

    /// An empty texture, for one stream's frames.
    public func makeFrameTexture() -> FrameTexture { FrameTexture(self) }

    /// With which modifiers buffers of a DRM format, whose samples lie as `format` has them, are drawn where they lie.
    package func importedModifiers(of fourcc: UInt32, as format: PixelFormat) -> [UInt64] {
        importer.map { DmabufLayer.modifiers(of: fourcc, as: format, among: $0.textures) } ?? []
    }

    // MARK: Drawing

    /// Fills all of the target: the picture in its destination, the background around it. Nil is the background alone.
    public func draw(
        _ picture: Picture?, background: Color = .black, into target: RenderTarget
    ) throws(RenderingError) {
        try target.bind()
        try checkForReset()
        try painter.paint(picture, background: background, size: target.size, copies: target.takesCopies)
        try checkGL("draw")
    }

    /// Does everything that drawing would but the drawing, so that drawing it later takes no longer than ever after.
    ///
    /// The first drawing of its kind compiles a shader: some milliseconds, on llvmpipe 70 (once; Mesa remembers it on
    /// disk). Rehearse the overlay's picture in the window's target before it is asked for.
    public func rehearse(
        _ picture: Picture, background: Color = .black, for target: RenderTarget
    ) throws(RenderingError) {
        try target.bind()
        try checkForReset()
        try painter.paint(
            picture, background: background, size: target.size, copies: target.takesCopies, isRehearsal: true)
        try checkGL("rehearse")
    }

    // MARK: The current context

    /// Makes the context current with a surface, or with whichever one is current if nil.
    func makeCurrent(_ surface: EGLSurface? = nil) throws(RenderingError) {
        guard !isFinished else { throw RenderingError("eglMakeCurrent", detail: "the context was finished") }
        guard !isLost else { throw .contextLost("eglMakeCurrent") }
        let isCurrent = !isDestroyed && eglGetCurrentContext() == context
        if !isCurrent || (surface != nil && eglGetCurrentSurface(EGL_DRAW) != surface) {
            let wanted = surface ?? idleSurface
            guard eglMakeCurrent(connection.display, wanted, wanted, context) != EGL_FALSE else {
                throw noted(.egl("eglMakeCurrent"))
            }
        }
        deleteDiscarded()
    }

    /// Frees the textures whose owners are gone; the context is current.
    func deleteDiscarded() {
        guard !discardedTextures.isEmpty else { return }
        glDeleteTextures(GLsizei(discardedTextures.count), discardedTextures)
        textureCount -= discardedTextures.count
        discardedTextures.removeAll(keepingCapacity: true)
    }

    /// Throws the oldest pending OpenGL error, if there is one.
    func checkGL(_ operation: @autoclosure () -> String) throws(RenderingError) {
        let code = glGetError()
        guard code != GLenum(GL_NO_ERROR) else { return }
        // Only the first is news; a lost context may repeat itself for ever.
        for _ in 0..<16 where glGetError() == GLenum(GL_NO_ERROR) { break }
        throw noted(.gl(operation(), code))
    }

    /// Remembers that the context is lost if this error says so.
    func noted(_ error: RenderingError) -> RenderingError {
        // A context that someone destroyed is as gone as one that the driver took.
        let isGone = error.isContextLost || error.code == "EGL_BAD_CONTEXT"
        guard isGone else { return error }
        isLost = true
        var error = error
        error.isContextLost = true
        return error
    }

    /// Textures to delete when the context is next current, if they are of this context at all.
    func discard(textures names: [GLuint], of generation: Int) {
        if generation == self.generation, !isFinished { discardedTextures += names }
    }

    private func checkForReset() throws(RenderingError) {
        guard let resetStatus, resetStatus() != GLenum(GL_NO_ERROR) else { return }
        throw noted(.contextLost("glGetGraphicsResetStatus"))
    }

    private static func resetStatusFunction(_ isRobust: Bool) -> ResetStatus? {
        guard isRobust else { return nil }
        let function =
            eglGetProcAddress("glGetGraphicsResetStatusKHR") ?? eglGetProcAddress("glGetGraphicsResetStatusEXT")
        return unsafeBitCast(function, to: ResetStatus?.self)
    }

    // MARK: Proof

    /// Waits until all that was asked for is drawn (`glFinish`).
    package func wait() { glFinish() }

    /// Whether frames are put in another form before they become textures; decided by the driver, until it is set.
    package var repacks: Bool {
        get { painter.repacks }
        set { painter.repacks = newValue }
    }

    /// Destroys the context behind the renderer's back, as a driver's reset does.
    package func loseContext() {
        eglMakeCurrent(connection.display, nil, nil, nil)
        eglDestroyContext(connection.display, context)
        isDestroyed = true
    }
    private var isDestroyed = false
    /// Planes that have textures now.
    package internal(set) var textureCount = 0
}
