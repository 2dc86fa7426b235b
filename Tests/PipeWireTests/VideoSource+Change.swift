import OrielTestSupport

extension VideoSource {
    /// Changes the form of the frames, such as `bgrx 320x200`, and waits for its effect. PipeWire 0.3 has three tries:
    /// 0.3.65 at times agrees on no new format while other streams start and end. Its log has a pause and a start with
    /// the old one. Later versions have one, so that a change that a receiver loses fails.
    func change(to form: String, until condition: () -> Bool) throws -> Bool {
        for attempt in 1...(try PipeWireServer.isOfVersion0 ? 3 : 1) {
            try tell("form \(form)")
            if OrielTestSupport.wait(.seconds(4), until: condition) {
                if attempt > 1 { print("PipeWire took \(form) at attempt \(attempt)") }
                return true
            }
            try tell("form bgrx 64x64")
        }
        return false
    }
}
