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

    /// The picture was not seen in between.
    @Test func whatTurnsBackAtOnceIsToldInOrder() {
        var news = FullScreenNews()
        #expect(news.window(isFullScreen: true) == [.willEnter])
        #expect(news.window(isFullScreen: false) == [.didEnter, .willExit])
        #expect(news.window(isFullScreen: true) == [.didExit, .willEnter])
        #expect(news.seen() == [.didEnter])
    }
}
