import OrielPictureInPicture
import OrielSceneHandoff

/// Text of a case's trace: one line for each event that a session acted upon, with its effects in order. `<` is a
/// message from the broker, `>` one to it.
enum CaseText {
    private static func name(_ value: some Any) -> String { String("\(value)".prefix { $0 != "(" }) }

    static func text(_ event: Session.Event) -> String {
        switch event {
        case .broker(.command(let command, _)): "< " + text(command)
        case .broker(.denied(_, let error)): "< denied(\(error.rawValue))"
        case .broker(let event): "< " + name(event)
        case .surface(let event): name(event)
        case .timer(let timer, _): "T_" + timer.rawValue
        case .restoreAnswered(_, let answer): "answers \(answer)"
        default: name(event)
        }
    }

    /// Returns an effect's text; nil if neither another process nor a user notices it.
    static func text(_ effect: Session.Effect) -> String? {
        switch effect {
        case .update, .arm, .cancel: nil
        case .callback(let callback, _): text(callback)
        case .broker(let request): "> " + text(request)
        case .surface(let action): text(action)
        case .playback(let action): name(action)
        case .log(let diagnostic): name(diagnostic)
        }
    }

    static func text(_ callback: Session.Callback) -> String {
        switch callback {
        case .failedToStart(let error): "failedToStart(\(error.rawValue))"
        case .didStop(let reason): "didStop(\(reason.rawValue))"
        default: name(callback)
        }
    }

    private static func text(_ command: SwapCommand) -> String {
        switch command {
        case .abort(let error): "abort(\(error.rawValue))"
        case .leave(let reason): "leave(\(reason.rawValue))"
        default: name(command)
        }
    }

    private static func text(_ request: BrokerRequest) -> String {
        switch request {
        case .answer(.failed(let error), _), .failed(let error): "failed(\(error.rawValue))"
        case .answer(.ended(let reason), _), .ended(let reason): "ended(\(reason.rawValue))"
        case .answer(.restored(let answer), _): "restored(\(answer))"
        case .answer(let answer, _): name(answer)
        default: name(request)
        }
    }

    private static func text(_ action: Session.SurfaceAction) -> String {
        switch action {
        case .showWindow(_, let request): "showWindow(\(request.purpose))"
        case .removeOverlay(_, animated: true): "fadeOverlay"
        default: name(action)
        }
    }
}
