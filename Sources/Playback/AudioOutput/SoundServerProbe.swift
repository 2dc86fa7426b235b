import CPulse
import Glibc
import OrielPlatform

/// Queries to a sound server.
package enum SoundServerProbe {
    /// Result of a query.
    package enum Answer: Hashable, Sendable {
        /// The server's name for itself, and the name of its default device.
        case answers(String, device: String?)
        /// The query failed, in libpulse's words.
        case fails(String)
        /// libpulse can't be opened, in the dynamic loader's words.
        case noLibrary(String)
    }

    private final class State {
        let pulse: oriel_pulse
        /// Sends the query once connected.
        let ask: (OpaquePointer, State) -> Void
        var answer: Answer?
        /// Number of channels of the device; nil if unknown.
        var channels: Int?

        init(_ pulse: oriel_pulse, _ ask: @escaping (OpaquePointer, State) -> Void) {
            self.pulse = pulse
            self.ask = ask
        }

        static func of(_ opaque: UnsafeMutableRawPointer?) -> State? {
            opaque.map { Unmanaged<State>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    /// Asks the server for its name, and waits for the answer. Starts no server.
    package static func ask(within limit: Duration) -> Answer {
        ask(nil, within: limit, askForName).answer
    }

    /// Returns the number of channels of the default device; nil if there is no answer in time.
    /// - Parameter server: address of the server; nil for the user's own.
    static func channels(server: String?, within limit: Duration) -> Int? {
        ask(server, within: limit, askForChannels).channels
    }

    private static func ask(
        _ server: String?, within limit: Duration, _ question: @escaping (OpaquePointer, State) -> Void
    ) -> (answer: Answer, channels: Int?) {
        guard let pulse = PulseLibrary.functions else {
            return (.noLibrary(PulseLibrary.problem ?? "no libpulse"), nil)
        }
        let state = State(pulse, question)
        return (wait(for: state, server, within: limit), state.channels)
    }

    private static func wait(for state: State, _ server: String?, within limit: Duration) -> Answer {
        let pulse = state.pulse
        guard let loop = pulse.mainloop_new() else { return .fails("out of memory") }
        defer { pulse.mainloop_free(loop) }
        guard let context = pulse.context_new_with_proplist(pulse.mainloop_get_api(loop), "Oriel", nil) else {
            return .fails("out of memory")
        }
        defer { pulse.context_unref(context) }
        let opaque = Unmanaged.passUnretained(state).toOpaque()
        pulse.context_set_state_callback(
            context,
            { context, opaque in
                guard let state = State.of(opaque), let context else { return }
                switch state.pulse.context_get_state(context) {
                case PA_CONTEXT_READY: state.ask(context, state)
                case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
                    let words = state.pulse.strerror(state.pulse.context_errno(context))
                    state.answer = .fails(words.map { String(cString: $0) } ?? "it doesn't answer")
                default: break
                }
            }, opaque)
        defer { pulse.context_set_state_callback(context, nil, nil) }
        if pulse.context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 {
            let words = pulse.strerror(pulse.context_errno(context))
            return .fails(words.map { String(cString: $0) } ?? "it doesn't answer")
        }
        let deadline = MonotonicClock.now + limit
        while state.answer == nil, MonotonicClock.now < deadline {
            guard pulse.mainloop_prepare(loop, 100_000) >= 0, pulse.mainloop_poll(loop) >= 0,
                pulse.mainloop_dispatch(loop) >= 0
            else { break }
        }
        pulse.context_set_state_callback(context, nil, nil)
        pulse.context_disconnect(context)
        return state.answer ?? .fails("it doesn't answer")
    }

    private static func askForName(_ context: OpaquePointer, _ state: State) {
        let operation = state.pulse.context_get_server_info(
            context,
            { _, information, opaque in
                guard let state = State.of(opaque), let information = information?.pointee else { return }
                state.answer = .answers(
                    information.server_name.map { String(cString: $0) } ?? "a sound server",
                    device: information.default_sink_name.map { String(cString: $0) })
            }, Unmanaged.passUnretained(state).toOpaque())
        if let operation { state.pulse.operation_unref(operation) }
    }

    private static func askForChannels(_ context: OpaquePointer, _ state: State) {
        let operation = state.pulse.context_get_sink_info_by_name(
            context, "@DEFAULT_SINK@",
            { _, information, end, opaque in
                guard let state = State.of(opaque) else { return }
                if let information = information?.pointee { state.channels = Int(information.sample_spec.channels) }
                // Reported after the last device, and if there is none.
                if end != 0 { state.answer = .answers("a sound server", device: nil) }
            }, Unmanaged.passUnretained(state).toOpaque())
        if let operation { state.pulse.operation_unref(operation) }
    }
}
