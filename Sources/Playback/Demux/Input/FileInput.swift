import CFFmpeg
import CLinux
import Glibc
import OrielLibav
import OrielPlatform

/// File or pipe that libavformat reads through callbacks (`avio_alloc_context`). Demux thread only.
///
/// Unlike with the library's own file protocol, a read that waits for a pipe ends at once when the pipeline closes, and
/// a path has no special characters.
package final class FileInput {
    private static let bufferSize = 64 << 10

    private let descriptor: Descriptor
    /// Readable once the pipeline closes.
    private let closing: Wakeup
    private var context: UnsafeMutablePointer<AVIOContext>?
    /// Whether the input is a regular file. A pipe, socket or terminal has no size and can't be sought in.
    let isRegular: Bool
    /// Size as it was seen last.
    package var growth: FileGrowth
    /// Reader whose reads wait at the present end of a file that may grow; nil if that end is the end.
    package var reader: (any GrowthReader)?
    /// Whether a read has met the end.
    package private(set) var hasMetEnd = false
    /// Offset of the next read.
    private var position: Int64 = 0
    /// Content of the file converted to UTF-8, which is read instead; nil if the file is read unchanged.
    private var text: [UInt8]?
    /// Whether nothing was read yet.
    private(set) var isUntouched = true
    /// The first bytes that were read, for recognising the format.
    private(set) var head: [UInt8] = []
    private static let headSize = 16 << 10

    /// A byte value, and the number of its occurrences after which the input ends.
    struct Limit {
        var mark: UInt8
        var left: Int
    }

    /// Largest number of bytes that is read before reading fails; nil for no limit.
    var mostBytes: Int?
    /// Whether reading failed for `mostBytes`.
    private(set) var isBeyondMost = false
    /// Artificial end of the input; nil for its own.
    var limit: Limit?
    private var isAtLimit = false
    private var isTextCut: Bool
    /// Whether less than the whole input is read.
    var isCut: Bool { isAtLimit || isTextCut }

    /// The context for libavformat; owned by this object.
    var stream: UnsafeMutablePointer<AVIOContext>? { context }

    /// Opens a file, or duplicates standard input.
    /// - Throws: `MediaError` if the location can't be opened, is a folder or a terminal, or is empty.
    convenience init(_ location: MediaLocation, closing: Wakeup) throws(MediaError) {
        let number: CInt =
            if case .path(let path) = location {
                // Without O_NONBLOCK, opening a FIFO without a writer would block.
                PathText.withCString(path) { oriel_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
            } else {
                oriel_fcntl(0, F_DUPFD_CLOEXEC, 3)
            }
        guard number >= 0 else { throw MediaError(errno: errno, location) }
        try self.init(owning: Descriptor(owning: number), location, closing: closing)
    }

    /// Takes over an open file.
    /// - Parameter location: the file's origin, for errors.
    /// - Throws: `MediaError` if it is a folder or a terminal, or is empty.
    init(
        owning file: consuming Descriptor, _ location: MediaLocation, isCut: Bool = false, closing: Wakeup
    ) throws(MediaError) {
        self.closing = closing
        isTextCut = isCut
        let number = file.number
        descriptor = file
        var status = stat()
        guard fstat(number, &status) == 0 else { throw MediaError(errno: errno, location) }
        let kind = status.st_mode & S_IFMT
        if kind == S_IFDIR { throw MediaError(.isDirectory, location) }
        isRegular = kind == S_IFREG
        growth = FileGrowth(status, at: MonotonicClock.now)
        if isRegular && growth.size == 0 { throw MediaError(.emptyFile, location) }
        if location == .standardInput && isatty(number) == 1 {
            throw MediaError(.unreadable("standard input is a terminal"), location)
        }
        guard let buffer = av_malloc(Self.bufferSize) else { throw MediaError(.failed("out of memory"), location) }
        context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), CInt(Self.bufferSize), 0,
            Unmanaged.passUnretained(self).toOpaque(),
            { opaque, buffer, size in
                guard let opaque, let buffer else { return ORIEL_AVERROR_EOF }
                return Unmanaged<FileInput>.fromOpaque(opaque).takeUnretainedValue().read(buffer, size)
            }, nil,
            { opaque, offset, whence in
                guard let opaque else { return -1 }
                return Unmanaged<FileInput>.fromOpaque(opaque).takeUnretainedValue().seek(offset, whence)
            })
        guard let context else {
            av_free(buffer)
            throw MediaError(.failed("out of memory"), location)
        }
        context.pointee.seekable = isRegular ? AVIO_SEEKABLE_NORMAL : 0
    }

    deinit {
        guard context != nil else { return }
        av_freep(&context!.pointee.buffer)
        avio_context_free(&context)
    }

    /// Last bytes of a regular file, without affecting libavformat's reads; empty if they can't be read.
    func tail(_ count: Int) -> [UInt8] {
        bytes(at: max(0, presentSize - Int64(count)), count: count)
    }

    private func read(_ buffer: UnsafeMutablePointer<UInt8>, _ size: CInt) -> CInt {
        if isAtLimit { return ORIEL_AVERROR_EOF }
        if let mostBytes, text == nil, position > Int64(mostBytes) {
            isBeyondMost = true
            return ORIEL_AVERROR_EXIT
        }
        while true {
            if !isRegular {
                var waited = [
                    pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: closing.descriptor, events: Int16(POLLIN), revents: 0),
                ]
                guard poll(&waited, 2, -1) >= 0 || errno == EINTR else { return oriel_averror(errno) }
                if waited[1].revents != 0 { return ORIEL_AVERROR_EXIT }
                if waited[0].revents == 0 { continue }
            }
            let count =
                text.map { Self.copy($0, from: position, buffer, size) }
                ?? Glibc.read(descriptor.number, buffer, Int(size))
            if count > 0 {
                isUntouched = false
                if position == 0 {
                    WebVTTHeader.hideBlocks(in: UnsafeMutableBufferPointer(start: buffer, count: count))
                }
                position += Int64(count)
                if position > growth.size, text == nil { growth.note(position, at: MonotonicClock.now) }
                if head.count < Self.headSize {
                    head += UnsafeRawBufferPointer(start: buffer, count: min(count, Self.headSize - head.count))
                }
                return CInt(clamping: whole(UnsafeBufferPointer(start: buffer, count: count)))
            }
            if count == 0 {
                guard let code = codeAtEnd() else { continue }
                return code
            }
            let reason = errno
            if reason != EINTR && reason != EAGAIN { return oriel_averror(reason) }
        }
    }

    /// Whether another program may still be writing the file.
    package var mayGrow: Bool {
        guard isRegular, text == nil else { return false }
        let now = MonotonicClock.now
        growth.note(presentSize, at: now)
        return growth.hasGrown || !growth.isQuiet(at: now)
    }

    private var presentSize: Int64 {
        var status = stat()
        return fstat(descriptor.number, &status) == 0 ? Int64(status.st_size) : growth.size
    }

    /// Waits at the end of a file that may grow. A file that has grown ends when a decoder lacks packets and it has not
    /// grown for a while; one that was merely written lately, when a decoder lacks packets.
    /// - Returns: nil if there is more to read, otherwise libavformat's code.
    private func codeAtEnd() -> CInt? {
        hasMetEnd = true
        guard let reader, isRegular, text == nil else { return ORIEL_AVERROR_EOF }
        var isWanted = false
        while true {
            let now = MonotonicClock.now
            growth.note(presentSize, at: now)
            if growth.size > position { return nil }
            let isQuiet = growth.isQuiet(at: now)
            if isWanted || isQuiet && !growth.hasGrown { return ORIEL_AVERROR_EOF }
            let limit = isQuiet ? .seconds(3600) : FileGrowth.interval
            switch reader.waitAtEnd(upTo: limit, endsIfWanted: isQuiet || !growth.hasGrown) {
            case .interrupted: return ORIEL_AVERROR_EXIT
            case .wanted: isWanted = true
            case .timeout: break
            }
        }
    }

    /// Largest decoded text, in bytes of UTF-8.
    private static let mostText = TextLimits().bytes

    /// Converts the file to UTF-8 text for all later reads. Does nothing for UTF-8, binary data and pipes. Must be
    /// called before the first read.
    func decodeText(_ hints: TextHints) {
        guard isRegular else { return }
        var offset: Int64 = 0
        func next() -> ArraySlice<UInt8> {
            let piece = self.bytes(at: offset, count: TextEncoding.sampleSize)
            offset += Int64(piece.count)
            return piece[...]
        }
        var bytes = next()
        let encoding = TextEncoding(of: Array(bytes), hints)
        guard var converter = encoding.converter else { return }
        bytes = bytes.dropFirst(TextEncoding.markLength(Array(bytes)))
        var decoded: [UInt8] = []
        // Characters take up to three bytes. Growing step by step would need twice the memory for a moment.
        decoded.reserveCapacity(min(Int(clamping: growth.size) * 3, Self.mostText) + 4 * TextEncoding.sampleSize)
        while !bytes.isEmpty, decoded.count < Self.mostText {
            converter.convert(bytes, isLast: false, to: &decoded)
            bytes = next()
        }
        if !bytes.isEmpty { isTextCut = true }
        text = decoded
    }

    /// Bytes from an offset, without affecting libavformat's reads; fewer at the end of the file, and none for a pipe.
    func bytes(at offset: Int64, count: Int) -> [UInt8] {
        guard isRegular, offset >= 0, count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            while filled < count, let start = bytes.baseAddress {
                let read = pread(descriptor.number, start + filled, count - filled, Int(offset) + filled)
                guard read > 0 else { break }
                filled += read
            }
        }
    }

    private static func copy(
        _ text: [UInt8], from position: Int64, _ buffer: UnsafeMutablePointer<UInt8>, _ size: CInt
    ) -> Int {
        guard position >= 0, position < text.count else { return 0 }
        let part = text[Int(position)...].prefix(Int(size))
        for (index, byte) in part.enumerated() { buffer[index] = byte }
        return part.count
    }

    /// Number of these bytes before the limit is reached.
    private func whole(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard var limit else { return bytes.count }
        for (index, byte) in bytes.enumerated() where byte == limit.mark {
            limit.left -= 1
            guard limit.left > 0 else {
                isAtLimit = true
                return index + 1
            }
        }
        self.limit = limit
        return bytes.count
    }

    private func seek(_ offset: Int64, _ whence: CInt) -> Int64 {
        guard isRegular else { return Int64(oriel_averror(ESPIPE)) }
        if let text {
            if whence & AVSEEK_SIZE != 0 { return Int64(text.count) }
            let base =
                switch whence & ~AVSEEK_FORCE {
                case SEEK_CUR: position
                case SEEK_END: Int64(text.count)
                default: Int64(0)
                }
            let (reached, isTooFar) = base.addingReportingOverflow(offset)
            guard !isTooFar, reached >= 0 else { return Int64(oriel_averror(EINVAL)) }
            position = reached
            return position
        }
        if whence & AVSEEK_SIZE != 0 {
            // Queried each time, since a file may still be growing.
            return presentSize
        }
        let reached = lseek(descriptor.number, Int(offset), whence & ~AVSEEK_FORCE)
        guard reached >= 0 else { return Int64(oriel_averror(errno)) }
        position = Int64(reached)
        return position
    }
}
