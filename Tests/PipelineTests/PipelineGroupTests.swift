import OrielDecode
import OrielLibav
import OrielPipeline
import Testing

/// The groups of the pipeline's state, each by itself.
@Suite struct PipelineGroupTests {
    // MARK: First frames

    @Test func onlyTheNewestRunHasAFirstFrame() {
        var frames = FirstFrames()
        #expect(frames.time(of: 0) == nil && frames.ofMedium == nil)
        frames.note(.seconds(4), of: 1, isFromStart: false)
        frames.note(.seconds(9), of: 2, isFromStart: false)
        #expect(frames.time(of: 1) == nil && frames.time(of: 2) == .seconds(9) && frames.time(of: 3) == nil)
        #expect(frames.ofMedium == nil)
    }

    @Test func theMediumsFirstFrameIsNotedOnce() {
        var frames = FirstFrames()
        frames.note(.milliseconds(80), of: 0, isFromStart: true)
        frames.note(.milliseconds(120), of: 1, isFromStart: true)
        #expect(frames.ofMedium == .milliseconds(80) && frames.time(of: 1) == .milliseconds(120))
    }

    // MARK: Video

    @Test func unseenVideoIsLeftOutAfterTheFirstFrameOfItsRun() {
        var video = VideoFlow()
        let withoutFrame = video.leaveOut(of: 1, isWanted: false, hasEnough: true)
        video.noteFrame(of: 1)
        video.noteFrame(of: 0)
        let withoutPackets = video.leaveOut(of: 1, isWanted: false, hasEnough: false)
        #expect(!withoutFrame && !withoutPackets && !video.isLeftOut)
        let begins = video.leaveOut(of: 1, isWanted: false, hasEnough: true)
        #expect(begins && video.isLeftOut)
        video.beginRun()
        #expect(!video.isLeftOut)
    }

    @Test func seenVideoIsNotLeftOut() {
        var video = VideoFlow()
        video.noteFrame(of: 1)
        let begins = video.leaveOut(of: 1, isWanted: true, hasEnough: true)
        #expect(!begins && !video.isLeftOut)
    }

    @Test func aPauseEndsWithAFrameAndItsFirstPacketIsReportedOnce() {
        var video = VideoFlow()
        video.pause()
        #expect(video.isPaused)
        let resumptions = [video.takeResumption(), video.takeResumption()]
        #expect(resumptions == [true, false] && video.isPaused)
        video.endPause()
        #expect(!video.isPaused)
    }

    @Test func aForgottenPauseHasNoFirstPacket() {
        var video = VideoFlow()
        video.pause()
        video.forgetPause()
        let resumes = video.takeResumption()
        #expect(!video.isPaused && !resumes)
    }

    @Test func aReleaseIsTakenOnceAndLastsForItsRun() {
        var video = VideoFlow()
        let early = video.takeRelease()
        video.requestRelease()
        let taken = [video.takeRelease(), video.takeRelease()]
        #expect(!early && taken == [true, false] && video.release == .told)
        video.beginRun()
        #expect(video.release == nil)
    }

    // MARK: Audio

    @Test func anotherSpeedBeginsAnEpochAndIsTakenOnce() {
        var audio = AudioFlow(isPossible: true, speed: 2)
        #expect(audio.speed.speed == 2 && !audio.hasNewSpeed)
        audio.setSpeed(0.5, at: .seconds(3), generation: 7)
        #expect(audio.epoch == 1 && audio.hasNewSpeed)
        let (first, second) = (audio.takeSpeed(), audio.takeSpeed())
        #expect(first?.speed == 0.5 && first?.position == .seconds(3) && first?.generation == 7 && first?.epoch == 1)
        #expect(second == nil && audio.speed.speed == 0.5)
    }

    @Test func discardedAudioCountsAsUndelivered() {
        var audio = AudioFlow(isPossible: true)
        audio.noteDelivered(until: .seconds(5), generation: 2)
        #expect(audio.end == .seconds(5) && audio.generation == 2)
        audio.renew()
        #expect(audio.end == .seconds(5) && audio.epoch == 1)
        audio.discard()
        #expect(audio.end == nil && audio.epoch == 2)
    }

    @Test func aRunBeginsWithoutDeliveredAudioInTheSameEpoch() {
        var audio = AudioFlow(isPossible: true)
        audio.noteDelivered(until: .seconds(5), generation: 2)
        audio.beginRun()
        #expect(audio.end == nil && audio.epoch == 0)
    }

    // MARK: Progress

    @Test func droppedPacketsAreNotReadButKeepTheFailure() {
        var progress = RunProgress()
        let error = MediaError(.interrupted, .path("clip.mp4"))
        progress.endReading(error)
        progress.isResting = true
        progress.dropRead()
        #expect(!progress.isReadToEnd && !progress.isResting && progress.breakage == error)
    }

    @Test func aStreamThatResumesIsNotDelivered() {
        var progress = RunProgress()
        progress.noteEnd(of: .video)
        progress.noteEnd(of: .audio)
        progress.resume(.audio)
        #expect(progress.hasDelivered(.video) && !progress.hasDelivered(.audio))
    }

    // MARK: Queues

    @Test func aThreadWaitsOnceItsQueueIsEmpty() {
        var queues = StreamQueues<Int>()
        #expect(!queues.isStarved(.video))
        queues.append(1, to: .video)
        let items = [queues.popFirst(.video), queues.popFirst(.video)]
        #expect(items == [1, nil] && queues.isStarved(.video) && !queues.isStarved(.audio))
        queues.append(2, to: .video)
        #expect(!queues.isStarved(.video))
    }

    @Test func itemsBehindARepetitionAreOfAnotherTurn() {
        var queues = StreamQueues<Int>()
        queues.append(1, to: .audio)
        #expect(queues.isInPresentTurn(.audio) && queues.areInPresentTurn)
        queues.appendTurn(0, to: .audio)
        #expect(!queues.isInPresentTurn(.audio) && !queues.areInPresentTurn && queues.isInPresentTurn(.video))
        let items = [queues.popFirst(.audio), queues.popFirst(.audio)]
        queues.startTurn(of: .audio)
        #expect(items == [1, 0] && queues.isInPresentTurn(.audio) && queues.areInPresentTurn)
    }

    @Test func removalTakesTheOldestMatchAndKeepsTheOrder() {
        var queues = StreamQueues<Int>()
        for item in [3, 2, 5, 4, 6] { queues.append(item, to: .video) }
        let even = queues.removeFirst(of: .video) { $0.isMultiple(of: 2) }
        let none = queues.removeFirst(of: .audio) { _ in true }
        queues.removeAll(of: .video) { $0 == 5 }
        let rest = [queues.popFirst(.video), queues.popFirst(.video), queues.popFirst(.video)]
        #expect(even == 2 && none == nil && rest == [3, 4, 6])
    }

    @Test func aDroppedStreamHasNoItemsNoTurnsAndNoWaitingThread() {
        var queues = StreamQueues<Int>()
        _ = queues.popFirst(.audio)
        queues.appendTurn(1, to: .audio)
        queues.appendTurn(2, to: .video)
        queues.removeAll(of: .audio)
        #expect(queues.isInPresentTurn(.audio) && !queues.isInPresentTurn(.video) && !queues.isStarved(.audio))
        queues.forgetTurns()
        let items = [queues.popFirst(.audio), queues.popFirst(.video)]
        #expect(items == [nil, 2] && queues.areInPresentTurn)
    }
}
