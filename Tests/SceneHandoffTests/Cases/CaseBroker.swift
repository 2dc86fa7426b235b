import OrielPictureInPicture
import OrielSceneHandoff

/// The real broker and server on connections without sockets, following the rules of `BrokerHost`.
final class CaseBroker {
    unowned let world: CaseWorld
    let generation: UInt32
    /// Process that hosts the broker; nil for one of its own.
    let host: CaseProcess?
    private var server: BrokerConnections
    private var members: [ClientIdentifier: CaseProcess] = [:]
    private var timers: [BrokerConnections.LinkTimer: Int] = [:]
    private var armed = 0
    private var nextClient: UInt32 = 1
    private var waiting: [BrokerConnections.Input] = []
    private(set) var isDead = false
    private var isStopped = false

    init(_ generation: UInt32, host: CaseProcess?, slots: Int, grace: Duration?, in world: CaseWorld) {
        self.world = world
        self.generation = generation
        self.host = host
        var configuration = Broker.Configuration(generation: generation)
        configuration.slotLimit = slots
        configuration.timings = world.timings
        configuration.grace = grace
        server = BrokerConnections(Broker(configuration))
        carryOut(server.begin(at: world.clock.now))
    }

    var isSettled: Bool { server.broker.isSettled }
    var step: Transaction.Step? { server.broker.step }
    func holds(_ client: ClientIdentifier) -> Bool { server.broker.holds(client) }

    func admit(_ process: CaseProcess) -> ClientIdentifier {
        let client = ClientIdentifier(nextClient)
        nextClient += 1
        members[client] = process
        take(.connected(client))
        return client
    }

    func take(_ input: BrokerConnections.Input) {
        guard !isDead else { return }
        if isStopped { waiting.append(input) } else { carryOut(server.handle(input, at: world.clock.now)) }
    }

    /// Handles a client whose process ended or hung up; its earlier messages were on their way before.
    func died(_ client: ClientIdentifier) {
        members[client] = nil
        world.clock.soon { [self] in take(.processEnded(client)) }
    }

    func left(_ client: ClientIdentifier) {
        members[client] = nil
        world.clock.soon { [self] in take(.ended(client, isWatched: true)) }
    }

    func die() {
        isDead = true
        for (client, process) in members.sorted(by: { $0.key < $1.key }) { process.connectionEnded(client) }
        members = [:]
    }

    func stop() { isStopped = true }

    /// Continues after a stop: first looks for a newer generation.
    func goOn() {
        isStopped = false
        if world.broker !== self { return die() }
        let inputs = waiting
        waiting = []
        for input in inputs where !isTimer(input) { take(input) }
        for input in inputs where isTimer(input) { take(input) }
    }

    private func isTimer(_ input: BrokerConnections.Input) -> Bool { if case .timer = input { true } else { false } }

    private func carryOut(_ outputs: [BrokerConnections.Output]) {
        for output in outputs {
            switch output {
            case .send(let bytes, let client): members[client]?.arrive(bytes, from: client)
            case .arm(let timer, let time):
                armed += 1
                timers[timer] = armed
                world.clock.at(time) { [self, armed] in
                    guard timers[timer] == armed else { return }
                    timers[timer] = nil
                    take(.timer(timer))
                }
            case .cancel(let timer): timers[timer] = nil
            case .close(let client): members.removeValue(forKey: client)?.connectionEnded(client)
            case .watchProcess, .forgetProcess, .rest: break
            case .fault(let client, let error): world.violations.append("\(client): \(error)")
            }
        }
    }
}
