import Oriel
import Testing

@Suite struct BackgroundPlaybackTests {
    @Test func whatPlaysPausesAndGoesOn() {
        var playback = BackgroundPlayback()
        #expect(playback.follow(isInBackground: false, isPaused: false, pauses: true) == nil)
        #expect(playback.follow(isInBackground: true, isPaused: false, pauses: true) == .pause)
        #expect(playback.follow(isInBackground: true, isPaused: true, pauses: true) == nil)
        #expect(playback.follow(isInBackground: false, isPaused: true, pauses: true) == .resume)
        #expect(playback.follow(isInBackground: true, isPaused: false, pauses: false) == nil)
    }

    @Test func whatItsUserPausedStays() {
        var playback = BackgroundPlayback()
        #expect(playback.follow(isInBackground: true, isPaused: true, pauses: true) == nil)
        #expect(playback.follow(isInBackground: false, isPaused: true, pauses: true) == nil)
    }

    /// Who plays it in the background wants to hear it: it isn't paused again, nor is it resumed later.
    @Test func whatIsPlayedMeanwhileIsLeftAlone() {
        var playback = BackgroundPlayback()
        #expect(playback.follow(isInBackground: true, isPaused: false, pauses: true) == .pause)
        #expect(playback.follow(isInBackground: true, isPaused: false, pauses: true) == nil)
        #expect(playback.follow(isInBackground: false, isPaused: false, pauses: true) == nil)
        #expect(playback.follow(isInBackground: true, isPaused: true, pauses: true) == nil)
        #expect(playback.follow(isInBackground: false, isPaused: true, pauses: true) == nil)
    }
}
