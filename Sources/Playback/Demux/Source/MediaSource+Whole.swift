import CFFmpeg
import Glibc
import OrielLibav
import OrielPlatform

/// MP4 files whose index comes last, from where nothing can be sought in: a pipe, or a server without byte ranges.
/// libavformat would find the index after all frames and not get back to them.
extension MediaSource {
    /// Opens the container. A small one with a late index is copied into memory first.
    func openInOrder() throws(MediaError) {
        if let input, !input.isRegular, let stream = input.stream, MovieBoxes.indexComesLast(input.head) {
            self.input = try copied(stream)
        } else {
            do throws(MediaError) { return try open() } catch { guard references.hasLateIndex else { throw error } }
            input = try fetching { stream throws(MediaError) in try copied(stream) }
        }
        try probe()
        try open()
    }

    /// Notes whether the medium is such a file, by its first bytes.
    /// - Returns: whether it must not be opened as it is.
    func isInDisorder(_ stream: UnsafeMutablePointer<AVIOContext>, _ head: [UInt8]) -> Bool {
        let isOfWeb = ["http", "https"].contains(ProtocolPolicy.scheme(of: address))
        let isStream = stream.pointee.seekable & AVIO_SEEKABLE_NORMAL == 0
        references.hasLateIndex = isOfWeb && isStream && MovieBoxes.indexComesLast(head)
        return references.hasLateIndex
    }

    private func copied(_ stream: UnsafeMutablePointer<AVIOContext>) throws(MediaError) -> FileInput {
        let place = isRemote ? "the server can't seek (byte ranges)" : "a pipe can't be sought in"
        let tooLarge = MediaError(.failed("its index comes after its frames, and \(place)"), location)
        guard avio_size(stream) <= Int64(http.mostCopied) else { throw tooLarge }
        let file = try memory()
        var part = [UInt8](repeating: 0, count: 64 << 10)
        var size = 0
        while true {
            let count = avio_read_partial(stream, &part, CInt(part.count))
            if interruption.isClosing || openingWatch.hasExpired { throw fetchError(count) }
            guard count > 0 else { break }
            size += Int(count)
            guard size <= http.mostCopied else { throw tooLarge }
            try write(part[..<Int(count)], to: file.number)
            openingWatch.fetched = openingWatch.fetched.map { _ in Int64(size) }
        }
        lseek(file.number, 0, SEEK_SET)
        return try FileInput(owning: file, location, closing: interruption.closing)
    }
}
