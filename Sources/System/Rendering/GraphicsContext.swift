import CEGL
public import OrielGeometry
package import OrielMedia

/// An EGL display with one OpenGL ES 3 context, which draws.
///
/// **One thread.** The context, everything made by it, and all methods belong to the OS thread that made it; nothing
/// here is `Sendable`.
///
/// **Loss.** A driver's reset destroys everything that the driver held. All calls then throw an error with
/// `isContextLost` (`WindowTarget.swap` returns `.contextLost`), until `recreate()`; textures upload their frames again
/// by themselves.
public final class GraphicsContext {
    let connection: EGLConnection
    private var context: EGLContext
    /// Number of contexts so far; objects of earlier ones are gone.
    private(set) var generation = 1
    private(set) var painter: Painter
    private var resetStatus: PFNGLGETGRAPHICSRESETSTATUSKHRPROC?
    /// Textures whose owners are gone, to be deleted when the context is next current.
    private var discardedTextures: [GLuint] = []
    private var isFinished = false
    private var isLost = false
    /// The driver's properties.
    public package(set) var facts: GraphicsFacts {
        didSet { painter.facts = facts }
    }
    /// Nil if the display can't import buffers.
    package var importer: DmabufImporter?
    /// A 1×1 surface for making the context current, if EGL can't do so without one.
    private var idleSurface: EGLSurface?

    /// The context of other code that this one has displaced; nil if there was none.
    private var lent: CurrentContext?

    /// Connects to EGL on a Wayland connection.
    /// - Parameters:
    ///   - waylandDisplay: a `wl_display` that outlives the context.
    ///   - isShared: whether other code of the process uses the display's EGL too; it stays initialised then.
    public convenience init(waylandDisplay: OpaquePointer, isShared: Bool = false) throws(RenderingError) {
        try self.init(.wayland(waylandDisplay, isShared: isShared))
    }

    /// Makes a context for `OffscreenTarget`s only, without a display server (`EGL_MESA_platform_surfaceless`).
    public static func surfaceless() throws(RenderingError) -> GraphicsContext {
        try GraphicsContext(.surfaceless)
    }

    private init(_ platform: EGLConnection.Platform) throws(RenderingError) {
        let connection = try EGLConnection(platform)
        lent = CurrentContext(besides: nil)
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
            let facts = GraphicsFacts(display: connection.display)
            painter = try Painter(facts: facts)
            self.connection = connection
            importer = DmabufImporter(connection, facts)
            context = made.context
            self.idleSurface = idleSurface
            self.facts = facts
            resetStatus = Self.resetStatusFunction(made.reportsResets)
        } catch {
            // EGL destroys the context and surface with the display.
            eglMakeCurrent(connection.display, nil, nil, nil)
            lent?.restore()
            connection.close()
            throw error
        }
    }

    /// Starts over after a loss, on the same display. Targets stay, and textures upload their frames again at their
    /// next use. Harmless if nothing was lost.
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
        facts = GraphicsFacts(display: connection.display)
        resetStatus = Self.resetStatusFunction(made.reportsResets)
        painter = try Painter(facts: facts)
    }

    /// Destroys the context, and on Wayland the EGL display. Targets must be finished before.
    public func finish() {
        guard !isFinished else { return }
        isFinished = true
        if eglGetCurrentContext() == context { eglMakeCurrent(connection.display, nil, nil, nil) }
        giveBack()
        if let idleSurface { eglDestroySurface(connection.display, idleSurface) }
        if !isDestroyed { eglDestroyContext(connection.display, context) }
        isDestroyed = true
        connection.close()
    }

    /// Forgets the context, whose `wl_display` another part of the program has disconnected: EGL would still use it.
    public func abandon() {
        giveBack()
        isFinished = true
    }

    deinit { assert(isFinished, "a graphics context is finished before it is let go") }

    /// Modifiers with which buffers of a DRM format, laid out like `format`, can be drawn in place.
    package func importedModifiers(of fourcc: UInt32, as format: PixelFormat) -> [UInt64] {
        importer.map { DmabufLayer.modifiers(of: fourcc, as: format, among: $0.textures) } ?? []
    }

    // MARK: Drawing

    /// Fills the target with a picture and the background around it; nil draws only the background.
    public func draw(
        _ picture: Picture?, background: Color = .black, into target: RenderTarget
    ) throws(RenderingError) {
        try target.bind()
        try checkForReset()
        try painter.paint(picture, background: background, size: target.size)
        try checkGL("draw")
    }

    /// Does everything that drawing needs except the drawing, so that a later drawing takes its usual time.
    ///
    /// The first drawing of a kind compiles a shader, which takes some milliseconds, or 70 on llvmpipe (once; Mesa
    /// caches it on disk). llvmpipe also compiles for the way of blending, filtering and clearing, so the background
    /// and `Picture.isMoving` count. Rehearse the overlay's picture in the window's target before it is needed.
    public func rehearse(
        _ picture: Picture, background: Color = .black, for target: RenderTarget
    ) throws(RenderingError) {
        try target.bind()
        try checkForReset()
        try painter.paint(picture, background: background, size: target.size, isRehearsal: true)
        try checkGL("rehearse")
    }

    // MARK: The current context

    /// Makes the context current again that other code of this thread had made current before this one drew. Call it
    /// at the end of each turn: toolkits believe that their context is still current.
    ///
    /// Contexts for several displays borrow from each other too, so it is called until none of them gives back more.
    /// - Returns: false if nothing was borrowed, or if another context is current now.
    @discardableResult
    public func giveBack() -> Bool {
        guard let lent, isFinished || eglGetCurrentContext() == context else { return false }
        self.lent = nil
        lent.restore()
        return true
    }

    /// Forgets what was borrowed: the other code has made a context current by itself meanwhile.
    public func forgetLent() { lent = nil }

    /// Makes the context current with a surface; nil keeps the present one.
    func makeCurrent(_ surface: EGLSurface? = nil) throws(RenderingError) {
        guard !isFinished else { throw RenderingError("eglMakeCurrent", detail: "the context was finished") }
        guard !isLost else { throw .contextLost("eglMakeCurrent") }
        let isCurrent = !isDestroyed && eglGetCurrentContext() == context
        if !isCurrent || (surface != nil && eglGetCurrentSurface(EGL_DRAW) != surface) {
            if !isCurrent { lent = CurrentContext(besides: context) ?? lent }
            let wanted = surface ?? idleSurface
            guard eglMakeCurrent(connection.display, wanted, wanted, context) != EGL_FALSE else {
                throw noted(.egl("eglMakeCurrent"))
            }
        }
        deleteDiscarded()
    }

    /// Takes a surface that ends from being current. The context stays so: it still has to give back what it borrowed.
    func leave(_ surface: EGLSurface) {
        guard eglGetCurrentSurface(EGL_DRAW) == surface else { return }
        if eglMakeCurrent(connection.display, idleSurface, idleSurface, context) == EGL_FALSE {
            eglMakeCurrent(connection.display, nil, nil, nil)
        }
    }

    /// Deletes the textures whose owners are gone. The context must be current.
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
        // Only the first error is reported; a lost context may repeat it forever.
        for _ in 0..<16 where glGetError() == GLenum(GL_NO_ERROR) { break }
        throw noted(.gl(operation(), code))
    }

    /// Notes the loss of the context if the error reports it.
    func noted(_ error: RenderingError) -> RenderingError {
        // A context that was destroyed elsewhere is lost as well.
        let isGone = error.isContextLost || error.code == "EGL_BAD_CONTEXT"
        guard isGone else { return error }
        isLost = true
        var error = error
        error.isContextLost = true
        return error
    }

    /// Registers textures for deletion when the context is next current, if they belong to it.
    func discard(textures names: [GLuint], of generation: Int) {
        if generation == self.generation, !isFinished { discardedTextures += names }
    }

    private func checkForReset() throws(RenderingError) {
        guard let resetStatus, resetStatus() != GLenum(GL_NO_ERROR) else { return }
        throw noted(.contextLost("glGetGraphicsResetStatus"))
    }

    private static func resetStatusFunction(_ isRobust: Bool) -> PFNGLGETGRAPHICSRESETSTATUSKHRPROC? {
        guard isRobust else { return nil }
        let function =
            eglGetProcAddress("glGetGraphicsResetStatusKHR") ?? eglGetProcAddress("glGetGraphicsResetStatusEXT")
        return unsafeBitCast(function, to: PFNGLGETGRAPHICSRESETSTATUSKHRPROC?.self)
    }

    // MARK: For tests

    /// Destroys the context as a driver's reset does, for tests.
    package func loseContext() {
        eglMakeCurrent(connection.display, nil, nil, nil)
        eglDestroyContext(connection.display, context)
        isDestroyed = true
    }
    private var isDestroyed = false
    /// Number of planes that have textures now.
    package internal(set) var textureCount = 0
}
