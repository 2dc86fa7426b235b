import CEGL

struct PlaneTexture {
    /// Properties of a texture that need other storage when they change.
    struct Shape: Hashable {
        var width: Int
        var height: Int
        /// Number of components: 1, 2 or 4.
        var components: Int
        var encoding: SampleEncoding
        var order = Order.rgba

        var bytesPerSample: Int { components * (encoding == .normalized8 ? 1 : 2) }

        /// Order of four components in memory.
        enum Order: Hashable {
            case rgba
            /// Blue first, stored as RGBA and swizzled by reads.
            case bgra
            /// One part of interleaved components; reads swizzle it to where the shader expects it.
            case packed(Part)
        }

        /// Part for which a texture of packed 4:2:2 is read.
        enum Part: Hashable {
            case lumaOfYUYV, lumaOfUYVY
            case chromaOfYUYV, chromaOfUYVY

            /// Components of the texture that a read returns as red and green.
            var swizzle: (red: GLint, green: GLint) {
                switch self {
                case .lumaOfYUYV: (GL_RED, GL_ZERO)
                case .lumaOfUYVY: (GL_GREEN, GL_ZERO)
                case .chromaOfYUYV: (GL_GREEN, GL_ALPHA)
                case .chromaOfUYVY: (GL_RED, GL_BLUE)
                }
            }
        }

        private var index: Int { components == 1 ? 0 : components == 2 ? 1 : 2 }
        var internalFormat: GLenum {
            let formats =
                switch encoding {
                case .normalized8: [GL_R8, GL_RG8, GL_RGBA8]
                case .normalized16: [GL_R16_EXT, GL_RG16_EXT, GL_RGBA16_EXT]
                case .biasedHalf: [GL_R16F, GL_RG16F, GL_RGBA16F]
                }
            return GLenum(formats[index])
        }
        var format: GLenum { GLenum([GL_RED, GL_RG, GL_RGBA][index]) }
        var type: GLenum {
            switch encoding {
            case .normalized8: GLenum(GL_UNSIGNED_BYTE)
            case .normalized16: GLenum(GL_UNSIGNED_SHORT)
            case .biasedHalf: GLenum(GL_HALF_FLOAT)
            }
        }
    }

    let name: GLuint
    let shape: Shape

    /// Allocates storage for a plane. The context must be current.
    init(_ shape: Shape) {
        var name: GLuint = 0
        glGenTextures(1, &name)
        self.name = name
        self.shape = shape
        let target = GLenum(GL_TEXTURE_2D)
        glBindTexture(target, name)
        glTexStorage2D(target, 1, shape.internalFormat, GLsizei(shape.width), GLsizei(shape.height))
        switch shape.order {
        case .rgba: break
        case .bgra:
            glTexParameteri(target, GLenum(GL_TEXTURE_SWIZZLE_R), GL_BLUE)
            glTexParameteri(target, GLenum(GL_TEXTURE_SWIZZLE_B), GL_RED)
        case .packed(let part):
            glTexParameteri(target, GLenum(GL_TEXTURE_SWIZZLE_R), part.swizzle.red)
            glTexParameteri(target, GLenum(GL_TEXTURE_SWIZZLE_G), part.swizzle.green)
        }
    }

    /// Makes a texture of foreign storage, which `bind` attaches while it is bound. The context must be current.
    init(_ shape: Shape, bind: () throws(RenderingError) -> Void) throws(RenderingError) {
        var name: GLuint = 0
        glGenTextures(1, &name)
        let target = GLenum(GL_TEXTURE_2D)
        glBindTexture(target, name)
        do throws(RenderingError) { try bind() } catch {
            glDeleteTextures(1, &name)
            throw error
        }
        self.name = name
        self.shape = shape
        guard case .packed(let part) = shape.order else { return }
        glTexParameteri(target, GLenum(GL_TEXTURE_SWIZZLE_R), part.swizzle.red)
        glTexParameteri(target, GLenum(GL_TEXTURE_SWIZZLE_G), part.swizzle.green)
    }

    /// Copies samples of this shape into the texture. The context must be current.
    ///
    /// - Parameter bytesPerRow: distance between rows, at least a row's length.
    func upload(_ base: UnsafeRawPointer, bytesPerRow: Int) {
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        if bytesPerRow % shape.bytesPerSample == 0 {
            glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(clamping: bytesPerRow / shape.bytesPerSample))
            subImage(base, y: 0, height: shape.height)
            glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0)
        } else {
            // OpenGL counts a row's length in samples; other distances are uploaded row by row.
            for y in 0..<shape.height { subImage(base + y * bytesPerRow, y: y, height: 1) }
        }
    }

    private func subImage(_ base: UnsafeRawPointer, y: Int, height: Int) {
        glTexSubImage2D(
            GLenum(GL_TEXTURE_2D), 0, 0, GLint(y), GLsizei(shape.width), GLsizei(height), shape.format, shape.type, base
        )
    }
}
