import OrielSceneHandoff
import OrielWayland
import OrielWindows

/// The loss of the connection to the compositor, and its return.
extension Application {
    func followConnection() {
        desktop.onLost = { [weak self] in self?.connectionLost() }
        desktop.onRestored = { [weak self] in self?.connectionRestored() }
        desktop.onGivenUp = { [weak self] error, end in self?.gaveUp(error, end) }
        desktop.wantedOutputs = { [weak self] in
            self?.views.reduce(into: []) { $0.formUnion($1.scene.missedOutputs) } ?? []
        }
        desktop.onOutputAdded = { [weak self] output in
            for view in self?.views ?? [] { view.scene.outputCame(output) }
        }
    }

    private func connectionLost() {
        for view in views { view.connectionLost(pauses: pausesWhenDisconnected) }
        exchanges.forget()
        desktop.calls.add { [weak self] in self?.onConnectionLost() }
    }

    private func connectionRestored() {
        for view in views { view.connectionRestored() }
        // The broker's socket has the name of the compositor's.
        if let path = desktop.connection.socketPath { broker.move(to: path) }
        desktop.calls.add { [weak self] in self?.onConnectionRestored() }
    }

    private func gaveUp(_ error: WaylandError, _ end: Reconnection.End) {
        loss = ConnectionLost(description: error.description, isSessionOver: end == .noCompositor)
        stop()
    }
}
