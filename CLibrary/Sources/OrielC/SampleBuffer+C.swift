import COriel
import Oriel

extension oriel_frame {
    func wrappedPlanes() throws(Failure) -> [SampleBuffer.Plane] {
        guard let planes else { throw .isNull("planes") }
        // No format has more than four planes. Values beyond Int arrive as negative ones.
        guard 0...4 ~= plane_count else {
            throw Failure(ORIEL_ERROR_FRAME, "a frame of \(UInt(bitPattern: plane_count)) planes can't be")
        }
        var wrapped: [SampleBuffer.Plane] = []
        for index in 0..<plane_count {
            let plane = planes[index]
            guard let bytes = plane.bytes else { throw .isNull("plane \(index)") }
            guard plane.size >= 0 else {
                throw Failure(
                    ORIEL_ERROR_ARGUMENT, "plane \(index) of \(UInt(bitPattern: plane.size)) bytes can't be")
            }
            wrapped.append(
                SampleBuffer.Plane(
                    UnsafeRawBufferPointer(start: bytes, count: plane.size), bytesPerRow: plane.bytes_per_row))
        }
        return wrapped
    }
}

extension SampleBuffer.Format {
    init(_ format: oriel_format) throws(Failure) {
        self =
            switch format {
            case ORIEL_FORMAT_I420: .i420
            case ORIEL_FORMAT_I422: .i422
            case ORIEL_FORMAT_I444: .i444
            case ORIEL_FORMAT_I010: .i010
            case ORIEL_FORMAT_NV12: .nv12
            case ORIEL_FORMAT_P010: .p010
            case ORIEL_FORMAT_YUY2: .yuy2
            case ORIEL_FORMAT_UYVY: .uyvy
            case ORIEL_FORMAT_GRAY: .gray
            case ORIEL_FORMAT_RGBA: .rgba
            case ORIEL_FORMAT_RGBX: .rgbx
            case ORIEL_FORMAT_BGRA: .bgra
            case ORIEL_FORMAT_BGRX: .bgrx
            default: throw Failure(ORIEL_ERROR_ARGUMENT, "there is no format \(format.rawValue)")
            }
    }
}

extension oriel_format {
    init(_ format: SampleBuffer.Format) {
        self =
            switch format {
            case .i420: ORIEL_FORMAT_I420
            case .i422: ORIEL_FORMAT_I422
            case .i444: ORIEL_FORMAT_I444
            case .i010: ORIEL_FORMAT_I010
            case .nv12: ORIEL_FORMAT_NV12
            case .p010: ORIEL_FORMAT_P010
            case .yuy2: ORIEL_FORMAT_YUY2
            case .uyvy: ORIEL_FORMAT_UYVY
            case .gray: ORIEL_FORMAT_GRAY
            case .rgba: ORIEL_FORMAT_RGBA
            case .rgbx: ORIEL_FORMAT_RGBX
            case .bgra: ORIEL_FORMAT_BGRA
            case .bgrx: ORIEL_FORMAT_BGRX
            }
    }
}

extension oriel_color {
    init(_ color: ColorDescription) {
        let isFull = color.range == .full
        self =
            switch color.matrix {
            case .bt709: isFull ? ORIEL_COLOR_BT709_FULL : ORIEL_COLOR_BT709
            case .bt2020: isFull ? ORIEL_COLOR_BT2020_FULL : ORIEL_COLOR_BT2020
            default: isFull ? ORIEL_COLOR_BT601_FULL : ORIEL_COLOR_BT601
            }
    }
}

extension SampleBuffer.Attributes {
    init(_ frame: oriel_frame) throws(Failure) {
        self.init()
        duration = .nanoseconds(frame.duration)
        color =
            switch frame.color {
            case ORIEL_COLOR_DEFAULT: nil
            case ORIEL_COLOR_BT601: ColorDescription(matrix: .bt601, primaries: .bt601_525)
            case ORIEL_COLOR_BT601_FULL: ColorDescription(matrix: .bt601, range: .full, primaries: .bt601_525)
            case ORIEL_COLOR_BT709: ColorDescription()
            case ORIEL_COLOR_BT709_FULL: ColorDescription(range: .full)
            case ORIEL_COLOR_BT2020: ColorDescription(matrix: .bt2020, primaries: .bt2020)
            case ORIEL_COLOR_BT2020_FULL: ColorDescription(matrix: .bt2020, range: .full, primaries: .bt2020)
            default: throw Failure(ORIEL_ERROR_ARGUMENT, "there is no colour \(frame.color.rawValue)")
            }
        guard let rotation = SampleBuffer.Rotation(rawValue: Int(frame.rotation)) else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "a picture can't be turned by \(frame.rotation)")
        }
        self.rotation = rotation
        isFlipped = frame.is_flipped
        if frame.crop_width != 0 || frame.crop_height != 0 {
            crop = Rect(
                x: Int(frame.crop_x), y: Int(frame.crop_y), width: Int(frame.crop_width),
                height: Int(frame.crop_height))
        }
        if frame.sample_width != 0 || frame.sample_height != 0 {
            sampleAspectRatio = Rational(Int(frame.sample_width), Int(frame.sample_height))
        }
    }
}
