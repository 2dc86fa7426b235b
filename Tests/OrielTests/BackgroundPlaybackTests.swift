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

    /// By a command or a media key: the player is paused already, so nothing else tells of it.
    @Test func whatItsUserPausesMeanwhileStays() {
        var playback = BackgroundPlayback()
        playback.noteUserChoice()
        #expect(playback.follow(isInBackground: true, isPaused: false, pauses: true) == .pause)
        playback.noteUserChoice()
        #expect(playback.follow(isInBackground: false, isPaused: true, pauses: true) == nil)
        #expect(playback.follow(isInBackground: true, isPaused: false, pauses: true) == .pause)
        #expect(playback.follow(isInBackground: false, isPaused: true, pauses: true) == .resume, "only once")
    }

    /// Playback started in the background is intended: it is neither paused again nor resumed later.
    @Test func whatIsPlayedMeanwhileIsLeftAlone() {
        var playback = BackgroundPlayback()
        #expect(playback.follow(isInBackground: true, isPaused: false, pauses: true) == .pause)
        #expect(playback.follow(isInBackground: true, isPaused: false, pauses: true) == nil)
        #expect(playback.follow(isInBackground: false, isPaused: false, pauses: true) == nil)
        #expect(playback.follow(isInBackground: true, isPaused: true, pauses: true) == nil)
        #expect(playback.follow(isInBackground: false, isPaused: true, pauses: true) == nil)
    }
}
