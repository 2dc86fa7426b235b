package import CFFmpeg
package import OrielLibav

/// Additional audio file (`--audio-file`), read in step with the medium. Demux thread only.
package final class AudioFile {
    package let source: MediaSource
    /// Index of the file's first track among all audio tracks.
    private let firstTrack: Int
    /// Decode time of the last packet; nil at the beginning.
    private var position: Duration?
    package private(set) var isAtEnd = false

    /// Opens the file.
    /// - Parameter firstTrack: the number of audio tracks before the file's own.
    /// - Throws: why the file can't be opened or has no audio.
    package init(
        _ location: MediaLocation, firstTrack: Int, allowsNetwork: Bool, http: HTTPOptions,
        interruption: Interruption
    ) throws(MediaError) {
        source = try MediaSource(
            location, for: .sound, allowsNetwork: allowsNetwork, http: http, interruption: interruption)
        self.firstTrack = firstTrack
    }

    /// Whether the file was read less far than the medium.
    package func isBehind(_ medium: Duration?) -> Bool {
        guard !isAtEnd else { return false }
        guard let position else { return true }
        return medium.map { position <= $0 } ?? false
    }

    /// Seeks to a time, or somewhat before it. If that fails, the file counts as ended and the medium goes on without
    /// it.
    package func seek(to time: Duration) {
        position = nil
        do throws(MediaError) {
            let code = time > .zero ? try source.seek(to: time) : try source.rewind(thoroughly: false)
            isAtEnd = code < 0
        } catch { isAtEnd = true }
    }

    /// Reads a packet and returns it with the index of its track. Nil for packets of other streams, at the end, and
    /// after a failure, which counts as the end.
    package func read(_ scratch: UnsafeMutablePointer<AVPacket>) -> (packet: Packet, track: Int)? {
        do throws(MediaError) {
            let code = try source.read(scratch)
            defer { av_packet_unref(scratch) }
            guard code >= 0 else {
                isAtEnd = code != ORIEL_AVERROR_EAGAIN
                return nil
            }
            if let time = try source.time(of: scratch) { position = time }
            guard let place = source.sounds.firstIndex(of: scratch.pointee.stream_index),
                let packet = try source.packet(moving: scratch)
            else { return nil }
            return (packet, firstTrack + place)
        } catch {
            isAtEnd = true
            return nil
        }
    }
}
