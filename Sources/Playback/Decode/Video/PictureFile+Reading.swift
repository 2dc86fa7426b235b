import CFFmpeg
import CLinux
import Glibc
import OrielLibav
import OrielMedia
import OrielPlatform

/// Decodes PNG files, with libavcodec's decoder.
extension PictureFile {
    /// Most bytes of a file, and most pixels of a side and of a picture, for images that an app shows.
    package static let (largestFile, longestSide, mostPixels) = (32 << 20, 4096, 1 << 23)

    /// A decoded picture.
    package struct Picture: Hashable, Sendable {
        package var width: Int
        package var height: Int
        /// Premultiplied pixels with alpha in the highest byte and blue in the lowest; rows without padding.
        package var pixels: [UInt32]
    }

    /// Reads a PNG file: a regular one of at most `largestFile` bytes. Blocks while the disk does.
    package static func read(_ path: String) throws(Failure) -> Picture {
        let shown = PathText.shown(path)
        let descriptor = PathText.withCString(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            throw Failure(description: "\(shown) can't be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw Failure(description: "\(shown) is no file")
        }
        guard facts.st_size <= largestFile else {
            throw Failure(description: "\(shown) is larger than \(largestFile >> 20) MiB")
        }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count) }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            count += got
        }
        do { return try decode(Array(bytes[..<count])) } catch {
            throw Failure(description: "\(shown) \(error.description)")
        }
    }

    /// Decodes a PNG.
    /// - Throws: the reason, in words that follow a name: "is no PNG".
    package static func decode(_ bytes: [UInt8]) throws(Failure) -> Picture {
        guard bytes.count <= largestFile else {
            throw Failure(description: "is larger than \(largestFile >> 20) MiB")
        }
        // The signature, and the chunk with the size.
        guard bytes.count > 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw Failure(description: "is no PNG")
        }
        func number(_ index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(16), number(20))
        guard 1...longestSide ~= width, 1...longestSide ~= height, width * height <= mostPixels else {
            throw Failure(
                description: "has \(width)×\(height) pixels: at most \(longestSide) per side and "
                    + "\(mostPixels >> 20) million can be shown")
        }
        if let problem = FFmpegLibraries.problem { throw Failure(description: "needs FFmpeg: \(problem)") }
        let frame = try decodeFrame(bytes)
        guard
            let converted = PixelConverter().convert(
                frame, to: AV_PIX_FMT_BGRA, color: ColorDescription(matrix: .identity, range: .full)),
            let rows = oriel_frame_data(converted.frame, 0), Int(converted.frame.pointee.width) == width,
            Int(converted.frame.pointee.height) == height
        else { throw Failure(description: "is a PNG that can't be shown") }
        let stride = Int(oriel_frame_linesize(converted.frame, 0))
        var pixels = [UInt32](repeating: 0, count: width * height)
        for y in 0..<height {
            let row = UnsafeRawPointer(rows + y * stride)
            for x in 0..<width {
                pixels[y &* width &+ x] = row.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self).premultiplied
            }
        }
        return Picture(width: width, height: height, pixels: pixels)
    }

    private static func decodeFrame(_ bytes: [UInt8]) throws(Failure) -> FrameStorage {
        guard let codec = avcodec_find_decoder(AV_CODEC_ID_PNG) else {
            throw Failure(description: "is a PNG, for which libavcodec has no decoder")
        }
        guard let context = CodecContext(codec), let packet = Packet(), let storage = FrameStorage(),
            av_new_packet(packet.pointer, CInt(bytes.count)) == 0, let data = packet.pointer.pointee.data
        else { throw Failure(description: "needs more memory than there is") }
        context.pointer.pointee.max_pixels = Int64(mostPixels)
        context.pointer.pointee.thread_count = 1
        bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: data, count: $0.count).copyMemory(from: $0) }
        guard avcodec_open2(context.pointer, codec, nil) >= 0,
            avcodec_send_packet(context.pointer, packet.pointer) >= 0, avcodec_send_packet(context.pointer, nil) >= 0,
            avcodec_receive_frame(context.pointer, storage.frame) >= 0
        else { throw Failure(description: "is cut off or damaged") }
        return storage
    }
}
