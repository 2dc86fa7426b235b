/// Search for a frame of an item that shows something: the first one, else one of three later ones. The last is taken
/// as it is.
package struct PictureSearch: Hashable, Sendable {
    /// Media times from which frames are looked at, from the present one on.
    private var times: [Duration]

    /// - Parameters:
    ///   - start: media time of the first frame.
    ///   - duration: of the medium; nil if unknown.
    package init(from start: Duration, of duration: Duration?) {
        let tenth = max(.seconds(10), (duration ?? .zero) / 10)
        times = [start, start + .seconds(1), start + .seconds(5), start + tenth]
    }

    /// Whether the present frame is the last that is looked at.
    package var isLast: Bool { times.count == 1 }

    /// Returns the media time until a frame is to be looked at; zero if that is now.
    package func wait(at time: Duration) -> Duration { max(.zero, times[0] - time) }

    /// Goes on to a later frame.
    package mutating func goOn() { if !isLast { times.removeFirst() } }
}
