import CFFmpeg
import Foundation
import OrielDecode
import OrielMedia
import OrielPipeline
import OrielTestSupport
import Testing

/// The memory of decoded frames that are alive at once.
@Suite struct MemoryTests {
    @Test func aTakenFrameIsNotKept() throws {
        let viewer = try Viewer(try ClipCase.codecs[0].file())
        for _ in 0..<12 {
            // The queue must not run empty meanwhile.
            try viewer.wait(.milliseconds(2)) { viewer.pipeline.statistics.queuedFrames == Viewer.full ? true : nil }
            weak var taken: VideoFrame?
            do {
                let frame = try #require(viewer.pipeline.takeFrame())
                taken = frame
                #expect(frame.width == IndexClip.width)
            }
            #expect(taken == nil)
        }
    }

    /// After a release a paused player keeps only the shown frame, with any decoder, and continues from its place.
    @Test(arguments: SeekTests.clips) func releasedPicturesAreGivenBackAndComeAgain(_ clip: ClipCase) throws {
        let viewer = try Viewer(try clip.file(), clip.options)
        for index in [0, 9, 20] {
            var shown = try #require(try index == 0 ? viewer.next() : viewer.seek(.seconds(index) / clip.rate))
            try viewer.wait(.milliseconds(2)) { viewer.pipeline.statistics.queuedFrames >= 2 ? true : nil }
            viewer.pipeline.releasePictures()
            viewer.pipeline.releasePictures()
            #expect(viewer.pipeline.peekFrames().isEmpty)
            // A frame that is being decoded is discarded when it is done. Memory that decoders allocate themselves
            // isn't counted.
            try viewer.wait(.milliseconds(10)) {
                viewer.pipeline.statistics.frameBytes <= shown.bytes * 3 / 2 ? true : nil
            }
            #expect(viewer.pipeline.snapshot.phase == .ready && !viewer.pipeline.snapshot.isStalled)
            // The wakeup for packets that were being read may still come; then there is none for a longer time.
            let isQuiet = (0..<6).contains { _ in viewer.wakeups(during: .milliseconds(60)) == 0 }
            #expect(isQuiet && viewer.pipeline.peekFrames().isEmpty)
            shown = try #require(try viewer.seek(shown.time + .milliseconds(1)))
            #expect(IndexClip.index(of: shown) == index)
        }
        expectComplete(try viewer.rest(), clip.frames - 21, from: 21)
    }

    @Test func whatIsReleasedCanBeClosedAndSoughtInAtAnyTime() throws {
        for pause in 0..<40 {
            let viewer = try Viewer(try ClipCase.codecs[pause % 4].file())
            if pause % 2 == 0 { _ = try viewer.next() }
            usleep(useconds_t(pause * 400))
            viewer.pipeline.releasePictures()
            if pause % 3 != 0 {
                #expect(try viewer.seek(.seconds(7) / 30).flatMap(IndexClip.index) == 7)
                viewer.pipeline.releasePictures()
            }
            viewer.pipeline.close()
        }
    }

    /// The decode thread may not have taken its decoder yet when the medium is open.
    @Test func whatIsReleasedAsSoonAsItIsOpenCanBeSoughtIn() throws {
        let path = try ClipCase.codecs[0].file()
        for _ in 0..<60 {
            let viewer = try Viewer(path)
            while viewer.pipeline.snapshot.phase == .opening {}
            viewer.pipeline.releasePictures()
            #expect(try viewer.seek(.seconds(7) / 30).flatMap(IndexClip.index) == 7)
            viewer.pipeline.close()
        }
    }

    @Test func slowFramesWaitInThreesAndFastOnesInFours() {
        #expect(FrameBudget.queueDepth(of: .milliseconds(1001) / 30) == 3)
        #expect(FrameBudget.queueDepth(of: .milliseconds(20)) == 4 && FrameBudget.queueDepth(of: .zero) == 4)
        for milliseconds in [0, 17, 20, 33, 42, 1000] {
            let duration = Duration.milliseconds(milliseconds)
            let depth = FrameBudget.queueDepth(of: duration)
            let weight = FrameBudget.queueWeight(bytes: 3 << 20, duration: duration)
            #expect(weight * depth <= FrameBudget.queueShare && weight * (depth + 1) > FrameBudget.queueShare)
        }
        #expect(FrameBudget.queueWeight(bytes: 128 << 20, duration: .zero) == 128 << 20)
    }

    /// Two dozen frames of 128 MiB and sixteen decoder threads, in a process of its own for its peak memory.
    @Test func largePicturesAreFew() async throws {
        _ = IndexClip.folder
        await #expect(processExitsWith: .success) {
            let name = "largest.png"
            let picture = try IndexClip.bytes(
                try IndexClip.make(name, ["-frames:v", "1", "-s", "16384x8192", "-pix_fmt", "gray"]))
            let path = IndexClip.path("largest-all.png")
            let handle = try #require(fopen(path, "w"))
            for _ in 0..<24 { fwrite(picture, 1, picture.count, handle) }
            fclose(handle)
            let viewer = try Viewer(path, MediaPipeline.Options(decoderThreads: 16))
            var shown: VideoFrame?
            for _ in 0..<5 { shown = try viewer.next() }
            #expect(shown?.width == 16384)
            // The shares of threads and queue, the shown frame, and one on its way from the threads to the queue.
            let limit = FrameBudget.threadShare + FrameBudget.queueShare + 2 * (128 << 20)
            #expect(viewer.pipeline.statistics.peakPictureBytes <= limit + (16 << 20))
            viewer.pipeline.close()
            #expect(OwnProcess.kilobytes("VmHWM") << 10 < limit + (256 << 20))
            unlink(path)
        }
    }

    @Test func decodersGetNoMoreThanTheLimit() throws {
        let picture = FrameBudget.bytes(width: 640, height: 360, format: AV_PIX_FMT_YUV420P)
        #expect(picture == 640 * 360 * 3 / 2)
        let memory = FrameBudget(limit: picture * 4)
        let codec = try #require(avcodec_find_decoder(AV_CODEC_ID_RAWVIDEO))
        var context = avcodec_alloc_context3(codec)
        defer { avcodec_free_context(&context) }
        let decoder = try #require(context)
        (decoder.pointee.width, decoder.pointee.height, decoder.pointee.pix_fmt) = (640, 360, AV_PIX_FMT_YUV420P)
        memory.supply(decoder)
        try #require(avcodec_open2(decoder, codec, nil) >= 0)
        func buffer() throws -> FrameStorage? {
            let storage = try #require(FrameStorage())
            (storage.frame.pointee.width, storage.frame.pointee.height) = (640, 360)
            storage.frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
            return decoder.pointee.get_buffer2(decoder, storage.frame, 0) >= 0 ? storage : nil
        }
        var held: [FrameStorage] = []
        while held.count < 10, let storage = try buffer() { held.append(storage) }
        #expect((2...4).contains(held.count))
        #expect(try buffer() == nil)
        held.removeLast()
        #expect(try buffer() != nil)
        held = []
        #expect(memory.bytes.now == 0)
        #expect(memory.bytes.peak > picture && memory.bytes.peak <= 4 * picture)
    }

    @Test func theShareDecidesTheThreads() {
        func threads(_ width: Int, _ height: Int, _ format: AVPixelFormat) -> Int {
            FrameBudget.threads(
                16, frameBytes: FrameBudget.bytes(width: width, height: height, format: format))
        }
        #expect(threads(1920, 1080, AV_PIX_FMT_YUV420P10LE) == 16)
        #expect(threads(3840, 2160, AV_PIX_FMT_YUV420P) == 16)
        #expect(threads(7680, 4320, AV_PIX_FMT_YUV420P10LE) == 5)
        #expect(threads(16384, 8192, AV_PIX_FMT_YUV420P) == 2)
        #expect(threads(16384, 8192, AV_PIX_FMT_RGBA64LE) == 1)
        #expect(FrameBudget.bytes(width: 16384, height: 8192, format: AV_PIX_FMT_RGBA64LE) == 1 << 30)
        #expect(threads(16384, 8192, AV_PIX_FMT_NONE) == 1)
        #expect(threads(0, -1, AV_PIX_FMT_NONE) == 16)
    }
}
