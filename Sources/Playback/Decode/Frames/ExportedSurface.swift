package import CFFmpeg
import Glibc
package import OrielMedia

/// A driver's description of a surface that it has exported, and the decision whether it can be drawn in place. Value
/// code but for the reading of libavutil's description.
package struct ExportedSurface {
    package struct Layer {
        package var fourcc: UInt32
        package var planes: [AVDRMPlaneDescriptor]

        package init(fourcc: UInt32, planes: [AVDRMPlaneDescriptor]) {
            self.fourcc = fourcc
            self.planes = planes
        }
    }

    /// The dmabufs, with their sizes as the kernel has them.
    package var objects: [AVDRMObjectDescriptor]
    package var layers: [Layer]

    package init(objects: [AVDRMObjectDescriptor], layers: [Layer]) {
        self.objects = objects
        self.layers = layers
    }

    /// A format of surfaces that can be drawn in place.
    package struct Form: Hashable, Sendable {
        package let fourcc: UInt32
        /// Formats of luma and chroma as layers of their own.
        package let parts: [UInt32]
        let bytesPerSample: Int

        /// The form of a pixel format; nil if it isn't drawn in place.
        package init?(_ format: AVPixelFormat) {
            switch format {
            case AV_PIX_FMT_NV12: self.init("NV12", ["R8  ", "GR88"], 1)
            case AV_PIX_FMT_P010LE: self.init("P010", ["R16 ", "GR32"], 2)
            default: return nil
            }
        }

        private init(_ fourcc: String, _ parts: [String], _ bytesPerSample: Int) {
            self.fourcc = UInt32(fourcc: fourcc)
            self.parts = parts.map(UInt32.init(fourcc:))
            self.bytesPerSample = bytesPerSample
        }
    }

    /// Returns the dmabuf that the surface is; nil if the description is wrong or has planes that aren't the frame's,
    /// such as a compression's.
    /// - Parameters:
    ///   - width: width of the surface in samples.
    ///   - height: height of the surface in rows.
    package func dmabuf(_ form: Form, width: Int, height: Int) -> Dmabuf? {
        guard 1...(1 << 16) ~= width, 1...(1 << 16) ~= height, let modifier = objects.first?.format_modifier,
            objects.allSatisfy({ $0.format_modifier == modifier && $0.fd >= 0 })
        else { return nil }
        let isWhole = layers.map(\.fourcc) == [form.fourcc]
        guard isWhole || layers.map(\.fourcc) == form.parts && layers.allSatisfy({ $0.planes.count == 1 }) else {
            return nil
        }
        let planes = layers.flatMap(\.planes)
        guard planes.count == form.parts.count else { return nil }
        let row = (width + 1) / 2 * 2 * form.bytesPerSample
        for (index, plane) in planes.enumerated() {
            guard objects.indices.contains(Int(plane.object_index)), 0...Int(Int32.max) ~= plane.offset,
                1...(1 << 30) ~= plane.pitch
            else { return nil }
            let size = objects[Int(plane.object_index)].size
            guard plane.offset < size else { return nil }
            guard modifier == Dmabuf.linear else { continue }
            let rows = index == 0 ? height : (height + 1) / 2
            guard plane.pitch >= row, plane.offset + plane.pitch * (rows - 1) + row <= size else { return nil }
        }
        return Dmabuf(
            Dmabuf.Format(fourcc: form.fourcc, modifier: modifier), width: width, height: height,
            planes: planes.map {
                Dmabuf.Plane(
                    descriptor: objects[Int($0.object_index)].fd, offset: $0.offset, bytesPerRow: $0.pitch)
            })
    }
}

extension ExportedSurface {
    /// Reads libavutil's description; nil if it has impossible numbers.
    init?(_ descriptor: AVDRMFrameDescriptor) {
        var descriptor = descriptor
        let most = CInt(AV_DRM_MAX_PLANES)
        guard 1...most ~= descriptor.nb_objects, 1...most ~= descriptor.nb_layers else { return nil }
        self.init(objects: [], layers: [])
        for index in 0..<descriptor.nb_objects {
            var object = oriel_drm_object(&descriptor, index)
            // The kernel's size is true.
            object.size = Int(lseek(object.fd, 0, SEEK_END))
            guard object.size > 0 else { return nil }
            objects.append(object)
        }
        for index in 0..<descriptor.nb_layers {
            guard let layer = oriel_drm_layer(&descriptor, index), 1...most ~= layer.pointee.nb_planes else {
                return nil
            }
            let planes = (0..<layer.pointee.nb_planes).map { oriel_drm_plane(layer, $0) }
            layers.append(Layer(fourcc: layer.pointee.format, planes: planes))
        }
    }
}
