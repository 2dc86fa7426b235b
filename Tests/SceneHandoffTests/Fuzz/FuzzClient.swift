import OrielPictureInPicture
import OrielSceneHandoff

/// A connection of a fuzzed broker: a real session in the model's surroundings, and its end of the conversation.
struct FuzzClient {
    var process = ModelProcess(session: PictureInPictureSession())
    var client = ClientIdentifier(0)
    var conversation = Conversation()
    var isWelcome = false
    /// Events from the broker that the session has not handled yet.
    var inbox: [BrokerEvent] = []

    var registration: Message {
        .register(
            process.handle,
            PlayerRegistration(
                identifier: "f", report: PlayerReport(process.session.report, placement: Samples.placement)))
    }

    /// Returns an event that the user or the surroundings might send now.
    func event(using random: inout SplitMix) -> PictureInPictureSession.Event {
        if let event = process.pending.randomElement(using: &random), random.chance(75) {
            if case .restoreAnswered(let token, _) = event { return .restoreAnswered(token, random.chance(80)) }
            return event
        }
        if let timer = process.session.timers.randomElement(using: &random), random.chance(20) {
            return .timer(timer.timer, generation: timer.generation)
        }
        if random.chance(60) {
            return random.chance(30) ? .windowMode(.fullScreen(output: "X")) : .start(userIntent: true)
        }
        let counters = process.session.counters
        let events: [PictureInPictureSession.Event] = [
            .stop, .close, .escape,
            .returnButton(generation: counters.overlay), .closeButton(generation: counters.overlay),
            .windowMode(.fullScreen(output: "X")), .windowMode(.window(nil)), .sourceReady(true), .playing(true),
            .locked(false), .locked(random.chance(20)), .mediaEnded, .openedAgain, .foregrounded,
            .backgrounded(.leftByUser),
            .surface(.overlayClosed(generation: counters.overlay)),
            .surface(.outputRemoved(generation: counters.overlay)),
            .surface(.windowClosed(generation: counters.window)),
        ]
        return events.randomElement(using: &random) ?? .stop
    }
}
