import CEGL
import OrielGeometry
import OrielMedia

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

        /// Meaning of a sample's components in memory, which reads change to what the shader expects.
        enum Order: Hashable {
            case rgba, bgra
            case lumaOfYUYV, lumaOfUYVY, chromaOfYUYV, chromaOfUYVY

            /// Components that reads return for others.
            var swizzle: [(Int32, GLint)] {
                switch self {
                case .rgba: []
                case .bgra: [(GL_TEXTURE_SWIZZLE_R, GL_BLUE), (GL_TEXTURE_SWIZZLE_B, GL_RED)]
                case .lumaOfYUYV: [(GL_TEXTURE_SWIZZLE_G, GL_ZERO)]
                case .lumaOfUYVY: [(GL_TEXTURE_SWIZZLE_R, GL_GREEN), (GL_TEXTURE_SWIZZLE_G, GL_ZERO)]
                case .chromaOfYUYV: [(GL_TEXTURE_SWIZZLE_R, GL_GREEN), (GL_TEXTURE_SWIZZLE_G, GL_ALPHA)]
                case .chromaOfUYVY: [(GL_TEXTURE_SWIZZLE_G, GL_BLUE)]
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
        self.init(shape) { () throws(Never) in
            glTexStorage2D(
                GLenum(GL_TEXTURE_2D), 1, shape.internalFormat, GLsizei(shape.width), GLsizei(shape.height))
        }
    }

    /// Makes a texture of storage that `bind` attaches while it is bound. The context must be current.
    init<Failure>(_ shape: Shape, bind: () throws(Failure) -> Void) throws(Failure) {
        var name: GLuint = 0
        glGenTextures(1, &name)
        let target = GLenum(GL_TEXTURE_2D)
        glBindTexture(target, name)
        do throws(Failure) { try bind() } catch {
            glDeleteTextures(1, &name)
            throw error
        }
        (self.name, self.shape) = (name, shape)
        for (parameter, component) in shape.order.swizzle { glTexParameteri(target, GLenum(parameter), component) }
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

extension PlaneTexture.Shape {
    /// Shape for a part of frames.
    init(_ part: PixelFormat.Part, of format: PixelFormat, in frame: Size, encoding: SampleEncoding) {
        let size = format.size(of: part, in: frame)
        (width, height, components, self.encoding) = (size.width, size.height, part.components, encoding)
        switch format.layout {
        case .bgra: order = .bgra
        case .yuyv: order = part.isChroma ? .chromaOfYUYV : .lumaOfYUYV
        case .uyvy: order = part.isChroma ? .chromaOfUYVY : .lumaOfUYVY
        case .planarYUV, .semiPlanarYUV, .gray, .rgba, .planarGBR: break
        }
    }
}
