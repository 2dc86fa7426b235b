public import OrielStamps

/// A capture that its witness found complete, and what was done meanwhile. Where `ORIEL_WITNESS_LIES_BELOW` is set, sway is one that
/// draws nothing of what an overlay of the whole output covers (1.12): no witness can be had there under such a one.
public struct ProvenCapture<Result> {
    public var result: Result
    public var compositions: [Composition]
    /// The pictures that were kept, by their compositions' numbers.
    public var pictures: [Int: RGBPicture]
    /// Nil where there was no witness.
    public var verdict: CaptureWitness.Verdict?
    /// The verdicts on earlier attempts, which missed something and were thrown away.
    public var rejected: [CaptureWitness.Verdict]

    /// Captures while `body` runs. A capture that missed a composition is no evidence for anything: `body` then runs
    /// again, on a machine that may be less busy, up to `attempts` times; after that this throws.
    ///
    /// - Parameters:
    ///   - output: the output to capture, where the witness stands; the first one unless told.
    ///   - witness: a stream that `body` doesn't show.
    ///   - edges: where the witness stands; the middle unless told.
    ///   - coversOutput: what `body` shows covers the whole output, as a picture does that comes from or goes to a full screen. Where no
    ///     witness can be had then, nothing tells whether each composition was captured, and that is said.
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

    /// Writes the pictures that were kept into a folder, as `NAME-NUMBER.png`, for a person to look at.
    public func savePictures(to folder: String, name: String) throws {
        for (number, picture) in pictures { try PNGFile.write(picture, to: "\(folder)/\(name)-\(number).png") }
    }
}
