import CFFmpeg
import OrielMedia

/// A file whose sound goes with a medium (`--audio-file`), read in step with it. Demux thread only.
final class SoundFile {
    let source: MediaSource
    /// The place of its first track among all.
    private let firstTrack: Int
    /// Where reading is; nil at the beginning.
    private var position: Duration?
    private(set) var isAtEnd = false

    /// - Parameter firstTrack: how many tracks come before its own.
    init(
        _ location: MediaLocation, firstTrack: Int, allowsNetwork: Bool, http: HTTPOptions, core: PipelineCore
    ) throws(MediaError) {
        source = try MediaSource(location, for: .sound, allowsNetwork: allowsNetwork, http: http, core: core)
        self.firstTrack = firstTrack
    }

    /// Whether it was read less far than the medium.
    func isBehind(_ medium: Duration?) -> Bool {
        guard !isAtEnd else { return false }
        guard let position else { return true }
        return medium.map { position <= $0 } ?? false
    }

    /// Goes to a time, or somewhat before. A file that can't is over, and the medium goes on without.
    func seek(to time: Duration) {
        position = nil
        do throws(MediaError) {
            let code = time > .zero ? try source.seek(to: time) : try source.rewind(thoroughly: false)
            isAtEnd = code < 0
        } catch { isAtEnd = true }
    }

    /// Reads a packet and says which track it is of; nil where it is of none, and at the end, which a failure is too.
    func read(_ scratch: UnsafeMutablePointer<AVPacket>) -> (packet: Packet, track: Int)? {
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
