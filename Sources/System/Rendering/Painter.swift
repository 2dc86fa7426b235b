import CEGL
import OrielGeometry
import OrielMedia

/// Draws pictures with the current context, and owns its programs and buffers. Lost with the context.
final class Painter {
    var facts: GraphicsFacts
    private var programs: [ShaderVariant: Program] = [:]
    private var vertices: GLuint = 0
    private let linear: GLuint
    private let nearest: GLuint

    /// Makes the programs' common objects. The context must be current, here and in every call.
    init(facts: GraphicsFacts) throws(RenderingError) {
        self.facts = facts
        linear = Self.sampler(GL_LINEAR)
        nearest = Self.sampler(GL_NEAREST)
        glGenBuffers(1, &vertices)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), vertices)
        glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, nil)
        glEnableVertexAttribArray(0)
        glDisable(GLenum(GL_DEPTH_TEST))
        glDisable(GLenum(GL_DITHER))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    }

    private static let outside = Rect(x: -2, y: -2, width: 1, height: 1)

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
    /// Steps: a `PicturePlan` decides shader and parts; the planes are copied to textures if needed; the background is
    /// cleared where the picture doesn't cover it; and each part is drawn with its shader.
    ///
    /// - Parameter isRehearsal: whether everything is done, but outside of the target.
    func paint(
        _ picture: Picture?, background: Color, size: Size, isRehearsal: Bool = false
    ) throws(RenderingError) {
        let bounds = Rect(origin: .zero, size: size)
        glViewport(0, 0, GLsizei(clamping: size.width), GLsizei(clamping: size.height))
        guard let picture, picture.destination.intersection(bounds) != nil else {
            if !isRehearsal { clear([bounds], in: size, to: background) }
            return
        }
        guard let frame = picture.texture.frame else {
            throw RenderingError("draw", detail: "no frame was uploaded")
        }
        let plan = PicturePlan(
            picture, frame: frame, background: background, size: size, isSoftware: facts.isSoftware)
        let planes = try picture.texture.planes()
        clear(isRehearsal ? [Self.outside] : plan.background, in: size, to: background)
        bind(planes, plan)
        let conversion = ColorConversion(
            frame.format, frame.color, code: planes[0].shape.encoding.codeValue(of: frame.format))
        for part in plan.parts {
            let program = try program(part.variant)
            glUseProgram(program.name)
            setGeometry(program, plan, planes: planes, size: size)
            setColors(program, conversion: part.isBlack ? .black : conversion, picture: picture, plan, size: size)
            if part.isBlended { glEnable(GLenum(GL_BLEND)) } else { glDisable(GLenum(GL_BLEND)) }
            draw(isRehearsal ? [Self.outside] : part.quads)
        }
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
        let matrix = conversion.columns.flatMap { [GLfloat($0.x), GLfloat($0.y), GLfloat($0.z)] }
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
        let area = plan.roundedArea
        let radius = plan.cornerRadius
        let half = SIMD2(Double(area.width), Double(area.height)) / 2
        glUniform4f(
            program.location("roundedBox"), GLfloat(Double(area.x) + half.x),
            GLfloat(Double(size.height - area.y) - half.y), GLfloat(half.x - radius), GLfloat(half.y - radius))
        glUniform1f(program.location("cornerRadius"), GLfloat(radius))
        glUniform2f(program.location("edgeLine"), GLfloat(picture.line), GLfloat(PictureEdge.lineOpacity))
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
