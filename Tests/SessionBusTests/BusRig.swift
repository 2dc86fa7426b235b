import OrielPlatform
import OrielSessionBus
import OrielTestSupport

/// A private message bus, which ends with this object, and a loop that the test itself turns.
final class BusRig {
    let bus: MessageBus
    let loop: EventLoop
    let buses: BusConnections
    /// Longest time that `turn` waits by default.
    let patience: Duration

    init(applicationID: String? = nil, patience: Duration = .seconds(10)) throws {
        self.patience = patience
        bus = try MessageBus()
        loop = try EventLoop()
        buses = BusConnections(loop: loop, applicationID: applicationID, address: bus.address)
    }
}

/// A suite whose tests have a message bus each.
protocol BusSuite {
    var rig: BusRig { get }
}

extension BusSuite {
    var bus: MessageBus { rig.bus }
    var loop: EventLoop { rig.loop }
    var buses: BusConnections { rig.buses }

    /// Turns the loop until `isDone`. False if `limit`, by default the rig's patience, passes before.
    func turn(_ limit: Duration? = nil, until isDone: () -> Bool) -> Bool {
        let deadline = MonotonicClock.now + (limit ?? rig.patience)
        while !isDone() {
            guard MonotonicClock.now < deadline else { return false }
            loop.turn(limit: .milliseconds(20))
        }
        return true
    }
}
