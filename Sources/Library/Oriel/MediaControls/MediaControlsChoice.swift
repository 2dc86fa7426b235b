/// Choice of the view that media keys and panels control, among a process's views. Desktops show one player for each
/// process.
package struct MediaControlsChoice: Hashable {
    package struct Candidate: Hashable {
        package var view: ObjectIdentifier
        /// Whether its sound is heard now.
        package var isHeard: Bool
        /// Whether it plays.
        package var isPlaying: Bool

        package init(view: ObjectIdentifier, isHeard: Bool, isPlaying: Bool) {
            self.view = view
            self.isHeard = isHeard
            self.isPlaying = isPlaying
        }
    }

    /// The chosen view; nil if there is none.
    package private(set) var view: ObjectIdentifier?

    package init() {}

    /// Chooses anew: a view that is heard, else one that plays, else any. The present one stays where it is as good.
    package mutating func choose(among candidates: [Candidate]) {
        func rank(_ candidate: Candidate) -> Int { candidate.isHeard ? 2 : candidate.isPlaying ? 1 : 0 }
        let best = candidates.map(rank).max()
        let equals = candidates.filter { rank($0) == best }
        // A pause of the present view lets another one take over only if that one is heard.
        let keeps = candidates.contains { $0.view == view } && (best != 2 || equals.contains { $0.view == view })
        if !keeps { view = equals.first?.view }
    }
}
