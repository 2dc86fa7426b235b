import OrielGeometry
import OrielPictureInPicture
import OrielSceneHandoff

/// At least one message of each kind, with each case of its contents.
enum Samples {
    static let placement = Placement(
        output: "HEADLESS-1", corner: .bottomRight, margins: .init(right: 20, bottom: 20),
        size: .init(width: 480, height: 270))
    static let transaction = TransactionIdentifier(generation: 3, number: 4)
    private static let player = PlayerHandle(rawValue: 5)
    private static let ticket = Ticket(rawValue: 6)

    static let reports: [PlayerReport] = [
        PlayerReport(),
        PlayerReport(focusTime: .seconds(3), isAudible: true),
        PlayerReport(
            mode: .fullScreen(output: "HEADLESS-1"), slot: .active, placement: placement, canRestore: false,
            canFloat: false, focusTime: .nanoseconds(1_234_567_890), isCall: true,
            ownsWindow: false),
        PlayerReport(mode: .window(.init(width: 640, height: 360)), slot: .suspended),
    ]

    static let swapCommands: [SwapCommand] =
        [
            .prepare(.init(request: 1, style: .handoff, slot: placement, peer: "b")),
            .prepare(.init(style: .inPlace)), .prepare(.init(request: .max, style: .replace)),
            .restore(.init(style: .handoff, mode: .fullScreen(output: nil), activationToken: "token", peer: "a")),
            .restore(.init(style: .inPlace, mode: .window(nil))),
            .bind, .stop, .show, .settle, .finish, .continueAlone,
        ] + PictureInPictureError.allCases.map { .abort($0) } + StopReason.allCases.map { .leave($0) }

    static let answers: [SwapAnswer] = [
        .prepared, .restored(true), .restored(false), .bound, .stopping, .presented, .settled, .finished,
        .surfaceLost, .failed(.cancelled), .ended(.userClosed),
    ]

    static let requests: [BrokerRequest] =
        [
            .start(.init(generation: 1, mode: .window(nil))),
            .start(.init(generation: 2, isAutomatic: true, mode: .fullScreen(output: nil), isCall: true)),
            .cancel(generation: 1), .started, .failed(.firstFrameTimeout), .restoring, .stayed, .ended(.mediaEnded),
            .stopOther, .leave,
        ] + answers.map { .answer($0, transaction) }

    static let events: [BrokerEvent] =
        [
            .granted(generation: 1, placement: placement), .granted(generation: 2, placement: nil),
            .denied(generation: 3, .transitionInProgress), .status(SlotStatus()),
            .status(SlotStatus(isFree: false, isDisplaceable: false, canStop: true, transition: .foreign)),
            .suspend, .resume, .lost,
        ] + swapCommands.map { .command($0, transaction) }

    static let playerCommands: [PlayerCommand] = [
        .toggle, .pause, .resume, .playPause, .seek(.to(.seconds(90))), .seek(.by(.milliseconds(-5500))), .seek(.live),
        .restore,
        .close, .stash, .unstash, .volume(.to(50)), .volume(.by(-5)), .mute, .move(.topLeft),
        .moveTo(Point(x: -1, y: 2)), .moveToOutput("DP-1"), .lock, .unlock, .focus, .track(.subtitle, .next),
        .chapter(.next), .next, .previous, .add("/a/é.mkv"), .chapter(.previous), .chapter(.number(2)),
        .hardwareDecoding(.vaapi), .hardwareDecoding(.no),
        .crop(.off), .crop(.blackBars), .crop(.pixels(Rect(x: 0, y: 140, width: 1920, height: 800))),
        .zoom(.to(150)), .zoom(.by(-1)), .peek(nil), .peek(true), .peek(false),
        .screenshot(nil), .screenshot("/a b/ü.png"),
        .track(.audio, .off), .track(.video, .number(3)),
        .resize(.init(width: 320, height: 180)), .quit,
    ]

    static let failures: [CommandFailure] = [
        .noPlayer, .unknownPlayer("x"), .noneInPictureInPicture, .noPartner, .refused(.notPossible),
        .unanswered("x"), .ended("x"), .failed("no"),
    ]

    static let happenings: [HandoffEvent] =
        HandoffEvent.Name.allCases.map { HandoffEvent($0, at: .seconds(1)) } + [
            HandoffEvent(
                .presented, at: .nanoseconds(1_234_567_890_123), transaction: transaction,
                fields: [
                    .init("latency_ms", .number(33.4)), .init("answer", .bool(true)), .init("error", .string("ö")),
                ])
        ]

    static let toBroker: [Message] =
        [.hello(.players), .hello(.commands)]
        + reports.map { .register(player, PlayerRegistration(identifier: "a", report: $0)) }
        + reports.map { .report(player, $0) } + requests.map { .request(player, $0) }
        + happenings.map { .publish(player, $0) }
        + [.performed(ticket, nil)] + failures.map { .performed(ticket, $0) }
        + [.snapshot(ticket, player, []), .snapshot(ticket, player, [1, 2, 3])]
        + playerCommands.map { .command(ticket, .player($0), target: "a", token: .max) }
        + [
            .command(ticket, .swap(.init()), target: nil, token: 1),
            .command(ticket, .swap(.init(into: "b", activationToken: "t")), target: nil, token: 2),
            .command(ticket, .raising(.toggle, activationToken: "t"), target: "a", token: 3),
            .status(ticket), .watch(ticket),
        ]

    static let fromBroker: [Message] =
        [.welcome, .refused(.full), .refused(.version), .refused(.other)]
        + [
            .registered(player, "a-2"), .unknown(Message.firstSkippableKind + 99), .gain(player, 0.126),
            .gain(player, 1), .expected(player, .fullScreen(output: "X-1")), .expected(player, .window(nil)),
            .offered(player, true), .offered(player, false), .neighbours(player, []),
            .neighbours(player, [placement, placement]), .raising(player, "t"), .probe,
        ] + events.map { .event(player, $0) }
        + playerCommands.map { .perform(ticket, player, $0, token: 3) } + [.query(ticket), .accepted(ticket)]
        + [.outcome(ticket, nil)] + failures.map { .outcome(ticket, $0) }
        + [.player(ticket, "a", [1]), .acknowledge]
        + happenings.map { .happened(1, "a", $0, []) } + [.happened(2, nil, happenings[0], [9])]

    static let messages = toBroker + fromBroker

    /// Returns a packet with trailing fields of a later version.
    static func extended(_ bytes: [UInt8], by count: Int) -> [UInt8] {
        var bytes = bytes + [UInt8](repeating: 0xA5, count: count)
        guard bytes.count >= Envelope.headerSize else { return bytes }
        let length = bytes.count - Envelope.headerSize
        for byte in 0..<4 { bytes[20 + byte] = UInt8(truncatingIfNeeded: length >> (8 * byte)) }
        return bytes
    }
}
