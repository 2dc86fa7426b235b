import OrielTestSupport

extension VideoSource {
    /// Changes the form of the frames, such as `bgrx 320x200`, and waits for its effect. Changes it again if PipeWire has
    /// not noticed: 0.3.65 at times agrees on no new format while other streams start and end. Its log has a pause and a
    /// start with the old one.
    func change(to form: String, until condition: () -> Bool) throws -> Bool {
        for _ in 0..<3 {
            try tell("form \(form)")
            if OrielTestSupport.wait(.seconds(4), until: condition) { return true }
            try tell("form bgrx 64x64")
        }
        return false
    }
}
