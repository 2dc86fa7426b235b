public import OrielStamps

/// A capture proven complete by its witness, with the result of the actions captured. If `ORIEL_WITNESS_LIES_BELOW` is
/// set, sway is a version (1.12) that doesn't draw surfaces below an overlay that covers the output, so no witness
/// works there.
public struct ProvenCapture<Result> {
    public var result: Result
    public var compositions: [Composition]
    /// Kept frames, by their compositions' numbers.
    public var pictures: [Int: RGBPicture]
    /// Evaluation by the witness; nil if there was none.
    public var verdict: CaptureWitness.Verdict?
    /// Evaluations of earlier attempts, which were incomplete and discarded.
    public var rejected: [CaptureWitness.Verdict]

    /// Captures while `body` runs. An incomplete capture proves nothing: `body` then runs again, up to `attempts`
    /// times; after that this throws.
    ///
    /// - Parameters:
    ///   - output: output to capture, with the witness; by default the first.
    ///   - witness: a stream that `body` doesn't show.
    ///   - edges: edges at which the witness is placed; by default the middle.
    ///   - coversOutput: whether `body` covers the whole output, as in a transition from or to full screen. If no
    ///     witness works then, completeness isn't verified, and a message says so.
    public init(
        of compositor: HeadlessCompositor, output: String? = nil, witness stream: StampColor = .cyan,
        edges: TestSurface.Edges = [], coversOutput: Bool = false, keeping: ScreenCapture.Keeping = .none,
        attempts: Int = 8,
        _ body: (ScreenCapture) async throws -> Result
    ) async throws {
        if coversOutput, compositor.kind == .sway, Executable.environment["ORIEL_WITNESS_LIES_BELOW"] != nil {
            print(
                "not proved: whether each composition was captured, since this sway draws nothing for a covered witness"
            )
            let capture = try ScreenCapture(socket: compositor.socket, output: output, keeping: keeping)
            let result = try await body(capture)
            self.init(
                result: result, compositions: try capture.stop(), pictures: capture.pictures, verdict: nil, rejected: []
            )
            return
        }
        var rejected: [CaptureWitness.Verdict] = []
        while true {
            let capture = try ScreenCapture(socket: compositor.socket, output: output, keeping: keeping)
            let witness = try CaptureWitness(socket: compositor.socket, output: output, stream: stream, edges: edges)
            defer { witness.stop() }
            let result = try await body(capture)
            witness.stop()
            let compositions = try capture.stop()
            let verdict = witness.verdict(on: compositions)
            if verdict.isComplete {
                self.init(
                    result: result, compositions: compositions, pictures: capture.pictures, verdict: verdict,
                    rejected: rejected)
                return
            }
            rejected.append(verdict)
            guard rejected.count < attempts else {
                throw TestSupportError("no attempt captured every composition, so nothing is proved: \(rejected)")
            }
        }
    }

    private init(
        result: Result, compositions: [Composition], pictures: [Int: RGBPicture], verdict: CaptureWitness.Verdict?,
        rejected: [CaptureWitness.Verdict]
    ) {
        self.result = result
        self.compositions = compositions
        self.pictures = pictures
        self.verdict = verdict
        self.rejected = rejected
    }

    /// Writes the kept frames into a folder as `NAME-NUMBER.png`, for inspection.
    public func savePictures(to folder: String, name: String) throws {
        for (number, picture) in pictures { try PNGFile.write(picture, to: "\(folder)/\(name)-\(number).png") }
    }
}
