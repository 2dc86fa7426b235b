import CEGL

/// A linked GLSL program and the locations of its uniforms.
final class Program {
    let name: GLuint
    private var locations: [String: GLint] = [:]

    /// Compiles and links the program. The context must be current.
    init(_ variant: ShaderVariant) throws(RenderingError) {
        let vertex = try Self.compile(GL_VERTEX_SHADER, ShaderVariant.vertexSource)
        defer { glDeleteShader(vertex) }
        let fragment = try Self.compile(GL_FRAGMENT_SHADER, variant.fragmentSource)
        defer { glDeleteShader(fragment) }
        name = glCreateProgram()
        glAttachShader(name, vertex)
        glAttachShader(name, fragment)
        glBindAttribLocation(name, 0, "position")
        glLinkProgram(name)
        var isLinked: GLint = 0
        glGetProgramiv(name, GLenum(GL_LINK_STATUS), &isLinked)
        guard isLinked != 0 else {
            var log = [CChar](repeating: 0, count: 4096)
            glGetProgramInfoLog(name, GLsizei(log.count), nil, &log)
            throw RenderingError("glLinkProgram", detail: Self.text(log))
        }
        glUseProgram(name)
        for (unit, plane) in ["plane0", "plane1", "plane2", "planeAlpha"].enumerated() {
            glUniform1i(location(plane), GLint(unit))
        }
    }

    /// Location of a uniform; −1, which setting a uniform ignores, if this variant doesn't use it.
    func location(_ uniform: String) -> GLint {
        if let known = locations[uniform] { return known }
        let found = glGetUniformLocation(name, uniform)
        locations[uniform] = found
        return found
    }

    private static func compile(_ kind: Int32, _ source: String) throws(RenderingError) -> GLuint {
        let shader = glCreateShader(GLenum(kind))
        source.withCString { text in
            var text: UnsafePointer<GLchar>? = text
            glShaderSource(shader, 1, &text, nil)
        }
        glCompileShader(shader)
        var isCompiled: GLint = 0
        glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
        guard isCompiled != 0 else {
            var log = [CChar](repeating: 0, count: 4096)
            glGetShaderInfoLog(shader, GLsizei(log.count), nil, &log)
            throw RenderingError("glCompileShader", detail: text(log))
        }
        return shader
    }

    private static func text(_ log: [CChar]) -> String {
        String(decoding: log.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
