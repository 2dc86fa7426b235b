public import COriel
import Oriel

/// Object behind `oriel_player`.
@MainActor
final class PlayerHandle: Handled {
    nonisolated static let noun = "a player"
    typealias Changed = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    var handle: OpaquePointer?
    let player: Player
    /// View that shows the player.
    weak var view: ViewHandle?
    /// Whether the view that showed it was closed, and with it the medium.
    var isClosed = false
    /// Whether the program has freed the handle.
    var isFreed = false
    /// Whether local lists may name addresses on the network.
    let allowsNetwork: Bool
    private var listening: Player.ChangeHandlerToken?
    /// Number of the program's callback for changes: calls of a former one that are still due are dropped.
    private var listener = 0
    let observers = PlayerObservers()

    init(_ player: Player, allowsNetwork: Bool) {
        self.player = player
        self.allowsNetwork = allowsNetwork
    }

    isolated deinit { if let listening { player.removeChangeHandler(listening) } }

    func listen(_ changed: Changed?, _ data: UnsafeMutableRawPointer?) {
        if let listening { player.removeChangeHandler(listening) }
        listening = nil
        listener += 1
        guard let changed else { return }
        // Not by `Player.changes()`: a stream's reader starts threads of libdispatch, which then wakes each second.
        listening = player.addChangeHandler { [weak self, listener] change in
            guard change != .frames else { return }
            Task { @MainActor in
                guard let self, self.listener == listener, self.handle != nil else { return }
                changed(self.handle, data)
            }
        }
    }

    var state: oriel_player_state {
        var state = oriel_player_state()
        state.size = MemoryLayout<oriel_player_state>.size
        state.status =
            switch player.status {
            case .unknown: ORIEL_PLAYER_OPENING
            case .readyToPlay: ORIEL_PLAYER_READY
            case .failed: ORIEL_PLAYER_FAILED
            }
        state.is_paused = player.isPaused
        state.has_ended = player.hasEnded
        state.is_buffering = player.isBuffering
        state.is_muted = player.isMuted
        state.volume = CInt((player.volume * 100).rounded())
        state.speed = (Double(player.rate > 0 ? player.rate : player.defaultRate) * 10_000).rounded() / 10_000
        state.position = player.currentTime().nanoseconds
        state.duration = player.duration?.nanoseconds ?? -1
        state.has_live_edge = player.hasLiveEdge
        state.interstitial = player.currentInterstitial.map { CInt(clamping: $0) } ?? -1
        state.item_count = player.items.count
        state.item = player.currentItem.flatMap { player.items.firstIndex(of: $0) } ?? -1
        return state
    }
}

@c @implementation @MainActor public func oriel_player_new(
    _ media: UnsafePointer<CChar>?, _ flags: CUnsignedInt, _ player: UnsafeMutablePointer<OpaquePointer?>?
) -> oriel_error {
    onMainThread(giving: player) { () throws(Failure) in
        let media = try Arguments.text(media, "media")
        let flags = try Arguments.flags(
            flags, [ORIEL_PLAYER_PAUSED, ORIEL_PLAYER_LOOPS, ORIEL_PLAYER_SILENT, ORIEL_PLAYER_ALLOWS_NETWORK])
        var options = Player.Options()
        options.playsAutomatically = !flags(ORIEL_PLAYER_PAUSED)
        options.loops = flags(ORIEL_PLAYER_LOOPS)
        options.playsSound = !flags(ORIEL_PLAYER_SILENT)
        options.allowsNetwork = flags(ORIEL_PLAYER_ALLOWS_NETWORK)
        LogReceiver.listen()
        do throws(StartError) {
            return PlayerHandle(try Player(media, options: options), allowsNetwork: options.allowsNetwork)
        } catch { throw Failure(error) }
    }
}

@c @implementation @MainActor public func oriel_player_free(_ player: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in
        guard let player else { return }
        let handle: PlayerHandle = try Handles.find(player)
        handle.listen(nil, nil)
        handle.observers.removeAll()
        handle.isFreed = true
        Handles.discard(player)
    }
}

@c @implementation @MainActor public func oriel_player_pause(_ player: OpaquePointer?) -> oriel_error {
    onPlayer(player) { $0.pause() }
}

@c @implementation @MainActor public func oriel_player_seek(_ player: OpaquePointer?, _ time: Int64) -> oriel_error {
    onPlayer(player) { $0.seek(to: Arguments.time(time)) }
}

@c @implementation @MainActor public func oriel_player_seek_and_call(
    _ player: OpaquePointer?, _ time: Int64,
    _ done: (@convention(c) (OpaquePointer?, Bool, UnsafeMutableRawPointer?) -> Void)?, _ data: UnsafeMutableRawPointer?
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: PlayerHandle = try Handles.find(player)
        guard let done else { throw Failure(ORIEL_ERROR_ARGUMENT, "done is NULL") }
        // The library only passes the pointer back, on the thread that it came from.
        nonisolated(unsafe) let data = data
        handle.player.seek(to: Arguments.time(time)) { [weak handle] hasLanded in
            if let handle, !handle.isFreed { done(handle.handle, hasLanded, data) }
        }
    }
}

@c @implementation @MainActor public func oriel_player_set_speed(
    _ player: OpaquePointer?, _ speed: Double
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        guard !speed.isNaN else { throw Failure(ORIEL_ERROR_ARGUMENT, "the speed is no number") }
        player.defaultRate = Float(max(speed, 0))
        if player.rate > 0 { player.rate = player.defaultRate }
    }
}

@c @implementation @MainActor public func oriel_player_set_volume(
    _ player: OpaquePointer?, _ volume: CInt
) -> oriel_error {
    onPlayer(player) { $0.volume = Float(min(max(volume, 0), 130)) / 100 }
}

@c @implementation @MainActor public func oriel_player_set_muted(
    _ player: OpaquePointer?, _ isMuted: Bool
) -> oriel_error {
    onPlayer(player) { $0.isMuted = isMuted }
}

@c @implementation @MainActor public func oriel_player_get(
    _ player: OpaquePointer?, _ state: UnsafeMutablePointer<oriel_player_state>?
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: PlayerHandle = try Handles.find(player)
        try Arguments.answer(handle.state, to: state, "state")
    }
}

@c @implementation @MainActor public func oriel_player_title(
    _ player: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ length: UnsafeMutablePointer<Int>?
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in try Arguments.answer(player.title, to: buffer, size, length) }
}

@c @implementation @MainActor public func oriel_player_failure(
    _ player: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ length: UnsafeMutablePointer<Int>?
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        var failure = ""
        if case .failed(let error) = player.status { failure = error.description }
        try Arguments.answer(failure, to: buffer, size, length)
    }
}

@c @implementation @MainActor public func oriel_player_set_changed(
    _ player: OpaquePointer?, _ changed: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?,
    _ data: UnsafeMutableRawPointer?
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: PlayerHandle = try Handles.find(player)
        handle.listen(changed, data)
    }
}

@MainActor
func onPlayer(_ player: OpaquePointer?, _ body: (Player) throws(Failure) -> Void) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: PlayerHandle = try Handles.find(player)
        try body(handle.player)
    }
}
