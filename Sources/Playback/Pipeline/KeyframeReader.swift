import CFFmpeg
import OrielDecode
import OrielDemux
package import OrielLibav
package import OrielMedia

/// Reads single keyframes of a local file, with a demuxer and decoder independent of any player. One thread, which
/// waits for the file.
package final class KeyframeReader {
    /// Number of packets that are read for one keyframe at most; a frame farther away is useless.
    private static let packetLimit = 2000
    private static let memoryLimit = 512 << 20

    private let source: MediaSource
    private let decoder: VideoDecoder
    private let builder: FrameBuilder

    /// Opens the file, which takes as long as for playing.
    /// - Throws: `MediaError` if the file has no video that can be decoded, or can't be sought in.
    package init(_ location: MediaLocation) throws(MediaError) {
        if let problem = FFmpegLibraries.problem { throw MediaError(.failed(problem), location) }
        LibavLog.redirect()
        let interruption: Interruption
        do { interruption = try .never() } catch {
            throw MediaError(.failed("\(error)"), location)
        }
        source = try MediaSource(location, for: .pictures, allowsNetwork: false, interruption: interruption)
        guard source.isSeekable, !source.seeksFromStart else {
            throw MediaError(.failed("it is not seekable"), location)
        }
        decoder = try VideoDecoder(
            source.videoStream, DecoderOptions(threads: 1), isStill: false, first: nil,
            memory: FrameBudget(limit: Self.memoryLimit))
        builder = FrameBuilder(decoder.traits)
    }

    /// Returns the last keyframe at or before `time` since the start; nil if none can be decoded. If the container
    /// finds none before, returns the first one after.
    package func frame(at time: Duration) -> VideoFrame? {
        var scratch = av_packet_alloc()
        defer { av_packet_free(&scratch) }
        guard let scratch else { return nil }
        do throws(MediaError) {
            guard try source.seek(to: max(.zero, time)) >= 0 else { return nil }
            for _ in 0..<Self.packetLimit {
                guard try source.read(scratch) >= 0 else { return nil }
                guard scratch.pointee.stream_index == source.videoIndex, scratch.pointee.flags & AV_PKT_FLAG_KEY != 0,
                    let packet = try source.packet(moving: scratch)
                else {
                    av_packet_unref(scratch)
                    continue
                }
                if let frame = decode(packet, near: time) { return frame }
            }
        } catch {}
        return nil
    }

    /// Decodes a packet by itself and drains the decoder.
    private func decode(_ packet: Packet, near time: Duration) -> VideoFrame? {
        decoder.flush()
        guard let storage = FrameStorage(), decoder.send(packet) >= 0, decoder.send(nil) >= 0,
            decoder.receive(storage.frame) >= 0
        else { return nil }
        let traits = decoder.traits
        let begin = Libav.duration(storage.frame.pointee.best_effort_timestamp, traits.timeBase)
        let stamp = FrameTimer.Stamp(
            time: begin.map { $0 - traits.startTime } ?? time, duration: traits.frameDuration ?? .milliseconds(40))
        return builder.build(storage, stamp: stamp, generation: 0)
    }
}
