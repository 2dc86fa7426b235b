import CEGL
import OrielGeometry
import OrielMedia

/// Draws pictures with the current context, and owns its programs and buffers. Lost with the context.
final class Painter {
    var facts: GraphicsFacts
    /// Whether frames are converted before the upload; see `FrameForm`.
    var repacks: Bool
    private var programs: [ShaderVariant: Program] = [:]
    private var vertices: GLuint = 0
    private let linear: GLuint
    private let nearest: GLuint
    /// Framebuffer to which a texture is attached while it is copied from.
    private var source: GLuint = 0

    /// Makes the programs' common objects. The context must be current, here and in every call.
    init(facts: GraphicsFacts) throws(RenderingError) {
        self.facts = facts
        #if DEBUG
            // In a build without optimisation, a pass over memory costs more than it saves.
            repacks = false
        #else
            repacks = facts.isSoftware
        #endif
        linear = Self.sampler(GL_LINEAR)
        nearest = Self.sampler(GL_NEAREST)
        glGenFramebuffers(1, &source)
        glGenBuffers(1, &vertices)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), vertices)
        glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, nil)
        glEnableVertexAttribArray(0)
        glDisable(GLenum(GL_DEPTH_TEST))
        glDisable(GLenum(GL_DITHER))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    }

    private static func sampler(_ filter: Int32) -> GLuint {
        var name: GLuint = 0
        glGenSamplers(1, &name)
        for (parameter, value) in [
            (GL_TEXTURE_MIN_FILTER, filter), (GL_TEXTURE_MAG_FILTER, filter), (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE),
            (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
        ] {
            glSamplerParameteri(name, GLenum(parameter), value)
        }
        return name
    }

    /// Paints all of the bound framebuffer.
    ///
    /// Steps: a `PicturePlan` decides form, shader and parts; the textures are copied if needed; the background is
    /// cleared where the picture doesn't cover it; and each part is drawn with its shader, or copied if its pixels are
    /// texels.
    ///
    /// - Parameters:
    ///   - copies: see `RenderTarget.takesCopies`.
    ///   - isRehearsal: whether everything is done except drawing; the drawn quad is outside of the target.
    func paint(
        _ picture: Picture?, background: Color, size: Size, copies: Bool, isRehearsal: Bool = false
    ) throws(RenderingError) {
        let bounds = Rect(origin: .zero, size: size)
        glViewport(0, 0, GLsizei(clamping: size.width), GLsizei(clamping: size.height))
        guard var picture, picture.destination.intersection(bounds) != nil else {
            if !isRehearsal { clear([bounds], in: size, to: background) }
            return
        }
        guard let frame = picture.texture.frame else {
            throw RenderingError("draw", detail: "no frame was uploaded")
        }
        // A rehearsal assumes a target into which the picture fits.
        let size =
            isRehearsal
            ? Size(
                width: max(size.width, picture.destination.maxX), height: max(size.height, picture.destination.maxY))
            : size
        // An imported buffer is drawn without conversion.
        let isImported = frame.buffer != nil
        if isImported { picture.crop = picture.texture.part(picture.crop) }
        var plan = PicturePlan(
            picture, frame: frame, background: background, size: size, isSoftware: facts.isSoftware,
            repacks: repacks && !isImported,
            isTooLarge: !isImported && max(frame.width, frame.height) > facts.maximumTextureSize)
        let planes: [PlaneTexture]
        do throws(RenderingError) { planes = try picture.texture.planes(in: plan.form) } catch {
            // libswscale refuses some sizes, such as one sample wide; the shader draws them all.
            guard case .scaled = plan.form, !error.isContextLost else { throw error }
            plan = PicturePlan(
                picture, frame: frame, background: background, size: size, isSoftware: facts.isSoftware, repacks: false,
                isTooLarge: false)
            planes = try picture.texture.planes(in: plan.form)
        }
        if !isRehearsal { clear(plan.background, in: size, to: background) }
        bind(planes, plan)
        let conversion = ColorConversion(
            format: frame.format, color: frame.color, encoding: planes[0].shape.encoding)
        for part in plan.parts {
            if copies, part.isCopy, planes[0].shape.order == .storedBGRA {
                if !isRehearsal { copy(planes[0], to: part.quads, of: picture.destination, in: size) }
                continue
            }
            let program = try program(part.variant)
            glUseProgram(program.name)
            setGeometry(program, plan, planes: planes, size: size)
            setColors(program, conversion: conversion, picture: picture, plan, size: size)
            if part.isBlended { glEnable(GLenum(GL_BLEND)) } else { glDisable(GLenum(GL_BLEND)) }
            draw(isRehearsal ? [Rect(x: -2, y: -2, width: 1, height: 1)] : part.quads)
        }
    }

    /// Copies texels to the pixels at which they are drawn. In a window, which is stored alike but upside down,
    /// llvmpipe copies rows of memory for a tenth of the cost of drawing.
    private func copy(_ texture: PlaneTexture, to quads: [Rect], of destination: Rect, in size: Size) {
        let (reading, attachment) = (GLenum(GL_READ_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0))
        var target: GLint = 0
        glGetIntegerv(GLenum(GL_DRAW_FRAMEBUFFER_BINDING), &target)
        glBindFramebuffer(reading, source)
        glFramebufferTexture2D(reading, attachment, GLenum(GL_TEXTURE_2D), texture.name, 0)
        for quad in quads {
            let (left, top) = (GLint(clamping: quad.x - destination.x), GLint(clamping: quad.y - destination.y))
            let (right, bottom) = (left + GLint(clamping: quad.width), top + GLint(clamping: quad.height))
            glBlitFramebuffer(
                left, top, right, bottom, GLint(clamping: quad.x), GLint(clamping: size.height - quad.y),
                GLint(clamping: quad.maxX), GLint(clamping: size.height - quad.maxY), GLbitfield(GL_COLOR_BUFFER_BIT),
                GLenum(GL_NEAREST))
        }
        // Detached at once, since the texture may be deleted elsewhere.
        glFramebufferTexture2D(reading, attachment, GLenum(GL_TEXTURE_2D), 0, 0)
        glBindFramebuffer(reading, GLuint(target))
    }

    private func clear(_ rects: [Rect], in size: Size, to color: Color) {
        guard !rects.isEmpty else { return }
        glClearColor(
            GLfloat(color.red * color.alpha), GLfloat(color.green * color.alpha), GLfloat(color.blue * color.alpha),
            GLfloat(color.alpha))
        glEnable(GLenum(GL_SCISSOR_TEST))
        for rect in rects {
            glScissor(
                GLint(clamping: rect.x), GLint(clamping: size.height - rect.maxY), GLsizei(clamping: rect.width),
                GLsizei(clamping: rect.height))
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        }
        glDisable(GLenum(GL_SCISSOR_TEST))
    }

    private func program(_ variant: ShaderVariant) throws(RenderingError) -> Program {
        if let known = programs[variant] { return known }
        let program = try Program(variant)
        programs[variant] = program
        return program
    }

    private func bind(_ planes: [PlaneTexture], _ plan: PicturePlan) {
        let hasAlphaPlane = plan.parts.first?.variant.alpha == .plane
        for (index, plane) in planes.enumerated() {
            // Alpha has a separate texture unit, regardless of the number of planes before it.
            let isAlpha = hasAlphaPlane && index == planes.count - 1
            let isChroma = index > 0 && !isAlpha
            let unit = GLuint(isAlpha ? 3 : index)
            glActiveTexture(GLenum(GL_TEXTURE0) + unit)
            glBindTexture(GLenum(GL_TEXTURE_2D), plane.name)
            glBindSampler(unit, (isChroma ? plan.chromaSampling : plan.lumaSampling).isExact ? nearest : linear)
        }
        glActiveTexture(GLenum(GL_TEXTURE0))
    }

    private func setGeometry(_ program: Program, _ plan: PicturePlan, planes: [PlaneTexture], size: Size) {
        let width = GLfloat(size.width)
        let height = GLfloat(size.height)
        glUniform4f(program.location("clipTransform"), 2 / width, -2 / height, -1, 1)
        let lumaPlane = planes[0].shape
        let chromaPlane = planes.count > 1 ? planes[1].shape : lumaPlane
        set(program.location("lumaMap"), plan.luma, lumaPlane)
        set(program.location("chromaMap"), plan.chroma, chromaPlane)
        setStep(program.location("lumaStep"), plan.luma.ratio, plan.lumaSampling.taps, lumaPlane)
        setStep(program.location("chromaStep"), plan.chroma.ratio, plan.chromaSampling.taps, chromaPlane)
    }

    private func set(_ location: GLint, _ map: TextureMapping.Affine, _ plane: PlaneTexture.Shape) {
        let map = map.scaled(by: 1 / SIMD2(Double(plane.width), Double(plane.height)))
        let columns = [map.right, map.down, map.origin].flatMap { [GLfloat($0.x), GLfloat($0.y)] }
        glUniformMatrix3x2fv(location, 1, GLboolean(GL_FALSE), columns)
    }

    private func setStep(_ location: GLint, _ ratio: SIMD2<Double>, _ taps: Sampling.Taps, _ plane: PlaneTexture.Shape)
    {
        let step = ratio / SIMD2(Double(taps.x * plane.width), Double(taps.y * plane.height))
        glUniform2f(location, GLfloat(step.x), GLfloat(step.y))
    }

    private func setColors(
        _ program: Program, conversion: ColorConversion, picture: Picture, _ plan: PicturePlan, size: Size
    ) {
        let (first, second, third) = conversion.columns
        let matrix = [first, second, third].flatMap { [GLfloat($0.x), GLfloat($0.y), GLfloat($0.z)] }
        glUniformMatrix3fv(program.location("conversion"), 1, GLboolean(GL_FALSE), matrix)
        let offset = conversion.offset
        glUniform3f(
            program.location("conversionOffset"), GLfloat(offset.x), GLfloat(offset.y), GLfloat(offset.z))
        if let light = plan.light {
            let rows = light.primaries.flatMap { [GLfloat($0.x), GLfloat($0.y), GLfloat($0.z)] }
            glUniformMatrix3fv(program.location("primaries"), 1, GLboolean(GL_TRUE), rows)
            glUniform1f(program.location("peak"), GLfloat(light.peak))
        }
        glUniform2f(
            program.location("alphaScale"), GLfloat(conversion.alphaScale.x), GLfloat(conversion.alphaScale.y))
        glUniform1f(program.location("opacity"), GLfloat(min(max(picture.opacity, 0), 1)))
        if case .checker(let edge) = picture.backdrop {
            glUniform1f(program.location("checkerSize"), GLfloat(max(edge, 1)))
        }
        let destination = picture.destination
        let radius = plan.cornerRadius
        let half = SIMD2(Double(destination.width), Double(destination.height)) / 2
        glUniform4f(
            program.location("roundedBox"), GLfloat(Double(destination.x) + half.x),
            GLfloat(Double(size.height - destination.y) - half.y), GLfloat(half.x - radius), GLfloat(half.y - radius))
        glUniform1f(program.location("cornerRadius"), GLfloat(radius))
    }

    private func draw(_ quads: [Rect]) {
        let corners = quads.flatMap { quad -> [GLfloat] in
            let (left, right) = (GLfloat(quad.x), GLfloat(quad.maxX))
            let (top, bottom) = (GLfloat(quad.y), GLfloat(quad.maxY))
            return [left, top, right, top, left, bottom, left, bottom, right, top, right, bottom]
        }
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), vertices)
        glBufferData(
            GLenum(GL_ARRAY_BUFFER), corners.count * MemoryLayout<GLfloat>.stride, corners, GLenum(GL_STREAM_DRAW))
        glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(corners.count / 2))
    }
}
