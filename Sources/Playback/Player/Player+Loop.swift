import OrielMedia
package import OrielPlatform
import OrielTransport

/// Wakeups of the player by its source, its sound and the transport's timers, from one event loop.
extension Player {
    /// Attaches the player to a loop, which serves the source's and the sound's wakeups and the transport's timer until
    /// `detach`. The source's state so far is read in the loop's next turn.
    package func attach(to loop: MainLoop) throws(PlatformError) {
        guard service == nil else { return }
        var service = LoopService(loop)
        do throws(PlatformError) {
            service.add(try loop.watch(source.wakeup) { [weak self] in self?.sourceHasNews() })
            if let sound { service.add(try loop.watch(sound.news) { [weak self] in self?.soundHasNews() }) }
        } catch {
            service.end()
            throw error
        }
        service.add(loop.afterStop { [weak self] stop in self?.wasStopped(for: stop) })
        service.add(
            loop.at(.zero) { [weak self] in
                self?.takesNews = true
                self?.sourceHasNews()
            })
        self.service = service
    }

    package func detach() {
        longPause.end()
        service?.end()
        service = nil
    }

    /// Handles the source's wakeup.
    package func sourceHasNews() {
        guard takesNews else { return }
        queue?.settle()
        takeUpAwaitedItem()
        while let item = queue?.hopeless {
            queue?.advance()
            remove(item)
        }
        tellFailures()
        send(.news)
        tellDuration()
        subtitlesHaveNews()
        tellLosses()
    }

    /// Goes on where the process was stopped.
    package func wasStopped(for stop: Duration) {
        sound?.forgetReports(before: now())
        send(.stopped(for: stop))
    }

    /// Host time of the transport's next wakeup; nil for none before another event.
    package var wakeTime: Duration? { transport.wakeTime(source: sourceState.0) }

    /// Handles that `wakeTime` was reached.
    package func wake() { send(.wake) }

    func arm() {
        noticeStops()
        service?.arm(at: wakeTime) { [weak self] in self?.wake() }
    }

    /// Has stops of the process noticed while the clock runs. A player that is neither seen nor heard wakes only at its
    /// end.
    func noticeStops() {
        service?.noticeStops(!transport.clock.isPaused && source.state.timebase == nil && !isSilent)
    }

    /// Follows a pause after an event.
    func followPause() {
        guard let loop = service?.loop, transport.isPaused, transport.phase == .playing, canRejoin else {
            return longPause.end()
        }
        longPause.begin(on: loop) { [weak self] in self?.source.releasePictures() }
    }

    /// Seeks to the present position if a pause has freed the frames, so that the following ones are decoded again.
    func regainPictures() { if longPause.takeRelease() { send(.seek(position)) } }
}
