import CEGL
public import OrielGeometry

/// A target in memory: a framebuffer object with an RGBA8 texture. Made anew, empty, after the loss of the context.
public final class OffscreenTarget: RenderTarget {
    private var texture: GLuint = 0
    private var framebuffer: GLuint = 0
    private var generation = 0
    private var madeSize = Size.zero

    /// Makes an empty target, whose pixels can be read.
    public init(in context: GraphicsContext, size: Size) throws(RenderingError) {
        super.init(context, size: size)
        try bind()
    }

    override func bind() throws(RenderingError) {
        try context.makeCurrent()
        if generation != context.generation || madeSize != size {
            finish()
            try make()
        }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    }

    private func make() throws(RenderingError) {
        guard !size.isEmpty, max(size.width, size.height) <= context.facts.maximumTextureSize else {
            throw RenderingError("glTexStorage2D", detail: "a target of \(size) pixels cannot be made")
        }
        glGenTextures(1, &texture)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), GLsizei(size.width), GLsizei(size.height))
        glGenFramebuffers(1, &framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
        try context.checkGL("glFramebufferTexture2D")
        guard glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw RenderingError("glCheckFramebufferStatus", detail: "incomplete")
        }
        generation = context.generation
        madeSize = size
    }

    /// Deletes the texture and the framebuffer; must be called before the context is finished.
    public func finish() {
        guard generation == context.generation, (try? context.makeCurrent()) != nil else { return }
        glDeleteFramebuffers(1, &framebuffer)
        glDeleteTextures(1, &texture)
        generation = 0
    }
}
