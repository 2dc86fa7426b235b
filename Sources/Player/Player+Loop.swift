package import OrielPlatform
import OrielTransport

/// Wakeups of the player by its source, its sound and the transport's timers, from one event loop.
extension Player {
    /// Attaches the player to a loop, which serves the source's and the sound's wakeups and the transport's timer until
    /// `detach`. The source's state so far is read in the loop's next turn.
    package func attach(to loop: MainLoop) throws(PlatformError) {
        guard self.loop == nil else { return }
        news.append(
            try loop.watch(source.wakeup) { [weak self] in self?.sourceHasNews() })
        if let sound {
            news.append(
                try loop.watch(sound.news) { [weak self] in self?.soundHasNews() })
        }
        news.append(
            loop.at(.zero) { [weak self] in
                self?.takesNews = true
                self?.sourceHasNews()
            })
        self.loop = loop
    }

    package func detach() {
        endPause()
        for token in news { loop?.remove(token) }
        if let timer { loop?.remove(timer.token) }
        (news, timer, loop) = ([], nil, nil)
    }

    /// Handles the source's wakeup.
    package func sourceHasNews() {
        guard takesNews else { return }
        queue?.settle()
        while let item = queue?.hopeless {
            queue?.advance()
            remove(item)
        }
        tellFailures()
        send(.news)
        subtitlesHaveNews()
        tellLosses()
    }

    /// Host time of the transport's next wakeup; nil for none before another event.
    package var wakeTime: Duration? { transport.wakeTime(source: sourceState.0) }

    /// Handles that `wakeTime` was reached.
    package func wake() { send(.wake) }

    func arm() {
        guard let loop else { return }
        let wanted = wakeTime
        guard timer?.time != wanted else { return }
        if let timer { loop.remove(timer.token) }
        timer = wanted.map { time in
            let token = loop.at(time) { [weak self] in
                self?.timer = nil
                self?.wake()
            }
            return (time, token)
        }
    }
}
