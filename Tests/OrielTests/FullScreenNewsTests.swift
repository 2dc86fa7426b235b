import Oriel
import Testing

@Suite struct FullScreenNewsTests {
    @Test func eachWillHasItsDid() {
        var news = FullScreenNews()
        #expect(news.seen() == [] && news.window(isFullScreen: false) == [])
        #expect(news.window(isFullScreen: true) == [.willEnter])
        #expect(news.window(isFullScreen: true) == [])
        #expect(news.seen() == [.didEnter] && news.seen() == [])
        #expect(news.window(isFullScreen: false) == [.willExit])
        #expect(news.seen() == [.didExit])
    }

    /// A swap: the compositor ends full screen of one window and gives it to the other.
    @Test func aPictureOnItsWayTellsNothing() {
        var news = FullScreenNews()
        _ = news.window(isFullScreen: true)
        _ = news.seen()
        #expect(news.window(isFullScreen: false, isMoving: true) == [] && news.seen() == [])
        // Back in full screen, nothing was reported; back in a window, it is reported once it has arrived.
        #expect(news.window(isFullScreen: true, isMoving: true) == [] && news.window(isFullScreen: true) == [])
        #expect(news.window(isFullScreen: false, isMoving: true) == [])
        #expect(news.window(isFullScreen: false) == [.willExit] && news.seen() == [.didExit])
    }

    /// The frame was not presented in between.
    @Test func whatTurnsBackAtOnceIsToldInOrder() {
        var news = FullScreenNews()
        #expect(news.window(isFullScreen: true) == [.willEnter])
        #expect(news.window(isFullScreen: false) == [.didEnter, .willExit])
        #expect(news.window(isFullScreen: true) == [.didExit, .willEnter])
        #expect(news.seen() == [.didEnter])
    }
}
