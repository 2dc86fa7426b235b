import Foundation
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Video whose frames are two fields of different times. In the clips a white bar moves 8 pixels to the right with each
/// field, so that its edges are combs in an interlaced frame.
@Suite struct InterlacedTests {
    /// Returns a clip of `fields` fields, 50 a second.
    private func clip(
        _ name: String, size: String = "96x96", fields: Int = 50, filter: String = "interlace_fields",
        _ codec: [String] = ["-c:v", "mpeg2video", "-q:v", "2", "-g", "10", "-bf", "0"]
    ) throws -> String {
        let path = IndexClip.path(name)
        let filters = [
            "interlace_fields": "tinterlace=interleave_top,fieldorder=tff",
            "bottom": "tinterlace=interleave_bottom,fieldorder=bff", "progressive": "framestep=2",
        ]
        try ffmpeg(
            [
                "-f", "lavfi", "-i",
                "color=black:s=\(size):r=50,geq=lum='if(lt(mod(X-8*N+9600\\,96)\\,24)\\,235\\,16)':cb=128:cr=128",
                "-frames:v", "\(fields / 2)", "-vf", try #require(filters[filter]), "-pix_fmt", "yuv420p",
            ] + codec + (filter == "progressive" ? [] : ["-flags", "+ilme+ildct"]) + [path])
        return path
    }

    /// Returns the mean difference of neighbouring lines.
    private func comb(_ frame: VideoFrame) -> Double {
        let height = Double(frame.height)
        var sum = 0.0
        var count = 0
        for line in 4..<frame.height - 5 {
            for x in stride(from: 0.01, to: 1, by: 0.02) {
                guard let upper = IndexClip.luma(frame, x, (Double(line) + 0.5) / height),
                    let lower = IndexClip.luma(frame, x, (Double(line) + 1.5) / height)
                else { continue }
                sum += abs(upper - lower)
                count += 1
            }
        }
        return sum / Double(max(1, count))
    }

    /// Returns whether the frame has the bar at the position of a field.
    private func hasBar(of field: Int, _ frame: VideoFrame) -> Bool {
        let middle = Double((8 * field + 12) % 96) / 96
        let other = Double((8 * field + 60) % 96) / 96
        return IndexClip.luma(frame, middle, 0.5).map { $0 > 0.6 } ?? false
            && IndexClip.luma(frame, other, 0.5).map { $0 < 0.4 } ?? false
    }

    @Test(arguments: ["interlace_fields", "bottom"]) func eachFieldIsAPicture(_ order: String) throws {
        let viewer = try Viewer(try clip("fields.mpg", filter: order))
        let frames = try viewer.rest()
        #expect(frames.count == 50)
        #expect(viewer.pipeline.snapshot.isDeinterlaced)
        for (earlier, later) in zip(frames, frames.dropFirst()) {
            let distance = later.time - earlier.time
            #expect(distance > .microseconds(19_900) && distance < .microseconds(20_100))
            #expect(earlier.duration > .microseconds(19_900) && earlier.duration < .microseconds(20_100))
        }
        for (index, frame) in frames.enumerated() {
            #expect(hasBar(of: index, frame), "\(index)")
            #expect(comb(frame) < 0.01, "\(index)")
        }
    }

    @Test func turnedOffTheyStayFrames() throws {
        var options = MediaPipeline.Options()
        options.deinterlaces = false
        let viewer = try Viewer(try clip("off.mpg"), options)
        let frames = try viewer.rest()
        #expect(frames.count == 25)
        #expect(!viewer.pipeline.snapshot.isDeinterlaced)
        #expect(frames.allSatisfy { comb($0) > 0.1 })
    }

    @Test func progressiveVideoIsLeftAlone() throws {
        let viewer = try Viewer(try clip("whole.mpg", filter: "progressive"))
        #expect(try viewer.rest().count == 25)
        #expect(!viewer.pipeline.snapshot.isDeinterlaced)
    }

    /// A seek ends at the field that is shown at its time, and each turn of a loop has all fields.
    @Test func seeksAndLoopsFindTheirField() throws {
        let path = try clip("seek.mkv")
        let viewer = try Viewer(path)
        let all = try viewer.rest()
        for index in [31, 12, 48, 0] {
            let frame = try #require(try viewer.seek(all[index].time))
            #expect(frame.time == all[index].time)
            #expect(try viewer.rest().count == all.count - index - 1)
        }
        let looped = try Viewer(path, MediaPipeline.Options(loops: true))
        var times: [Duration] = []
        for _ in 0..<100 { if let frame = try looped.next() { times.append(frame.time) } }
        #expect(times == all.map(\.time) + all.map(\.time))
    }

    /// Broadcasts change between interlaced and progressive video and between sizes; no frame of either is lost.
    @Test(arguments: [
        [("interlace_fields", "96x96"), ("progressive", "96x96"), ("interlace_fields", "96x96")],
        [("progressive", "96x96"), ("interlace_fields", "96x96"), ("progressive", "128x64")],
        [("interlace_fields", "96x96"), ("interlace_fields", "128x64"), ("progressive", "64x64")],
    ]) func flagsAndSizesMayChange(_ parts: [(String, String)]) throws {
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            bytes += try IndexClip.bytes(try clip("part-\(index).m2v", size: part.1, fields: 20, filter: part.0))
        }
        let viewer = try Viewer(try IndexClip.write(bytes, "parts.m2v"))
        let frames = try viewer.rest()
        // libavcodec itself loses the last frame before another size.
        let wanted = parts.indices.map { index in
            let isCut = index + 1 < parts.count && parts[index + 1].1 != parts[index].1
            return (isCut ? 9 : 10) * (parts[index].0 == "progressive" ? 1 : 2)
        }
        #expect(frames.count == wanted.reduce(0, +))
        for (earlier, later) in zip(frames, frames.dropFirst()) { #expect(earlier.time < later.time) }
        #expect(Set(frames.map { "\($0.width)x\($0.height)" }) == Set(parts.map(\.1)))
        #expect(viewer.pipeline.snapshot.phase == .ended)
    }

    /// A picture that the filter refuses for its size, which depends on the filter's version, is shown unfiltered.
    @Test func theSmallestPicturesAreShown() throws {
        var bytes: [UInt8] = []
        for size in ["16x4", "96x96"] { bytes += try IndexClip.bytes(try clip("\(size).m2v", size: size, fields: 20)) }
        let frames = try Viewer(try IndexClip.write(bytes, "small.m2v")).rest()
        #expect([9, 18].contains(frames.count { $0.height == 4 }))
        #expect(frames.count { $0.height == 96 } == 20)
    }

    /// A change applies to the frames decoded next and loses none.
    @Test func itMayBeTurnedOffMidway() throws {
        let viewer = try Viewer(try clip("midway.mkv", fields: 100))
        for _ in 0..<10 { _ = try viewer.next() }
        viewer.pipeline.settings.deinterlaces = false
        let rest = try viewer.rest()
        #expect(rest.count > 40 && rest.count < 90)
        #expect(rest.suffix(20).allSatisfy { comb($0) > 0.1 })
        for (earlier, later) in zip(rest, rest.dropFirst()) { #expect(earlier.time < later.time) }
    }
}
