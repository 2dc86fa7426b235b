public import OrielGeometry
import OrielLibav
import OrielMedia

/// Makes images of a medium at media times, without playing it: `AVAssetImageGenerator`.
///
/// The medium is opened as for playback, with its limits, in software, on threads of its own; at most four media are
/// looked at at once in a process. A cancelled task ends its image.
@MainActor
public final class AssetImageGenerator {
    /// The medium.
    public let asset: PlayerItem
    /// Largest size of an image, in pixels; zero for the video's own.
    public var maximumSize = Size(width: 0, height: 0)
    /// Longest time by which an image may be before the wanted time. Unlimited at first: the keyframe before it, which
    /// is fast. With zero, the frame that is shown at the time.
    public var requestedTimeToleranceBefore = Duration.seconds(Int64.max)
    private let options: Player.Options

    /// Makes a generator; nothing is opened yet.
    /// - Parameters:
    ///   - asset: the medium; not standard input.
    ///   - options: `allowsNetwork`, `http` and `deinterlaces` count.
    public init(asset: PlayerItem, options: Player.Options = Player.Options()) {
        self.asset = asset
        self.options = options
    }

    /// Makes the image at a media time. A time before the beginning counts as zero, one behind the end as the end.
    /// - Returns: the image, and the time of its frame.
    /// - Throws: `MediaError` if there is none, `CancellationError` if the task was cancelled.
    public func image(at time: Duration) async throws -> (image: FrameImage, actualTime: Duration) {
        var images = images(for: [time]).makeAsyncIterator()
        guard let image = await images.next() else { throw CancellationError() }
        return try image.result.get()
    }

    /// Makes images at media times, one after another, when they are asked for. The medium stays open meanwhile.
    public func images(for times: [Duration]) -> Images {
        Images(
            asset: asset, options: options, times: times, size: maximumSize.isEmpty ? nil : maximumSize,
            tolerance: requestedTimeToleranceBefore)
    }

    /// Images at media times.
    public struct Images: AsyncSequence, Sendable {
        let asset: PlayerItem
        let options: Player.Options
        let times: [Duration]
        let size: Size?
        let tolerance: Duration

        /// An image, or the reason why there is none at that time.
        public struct Element: Sendable {
            /// The wanted media time.
            public let requestedTime: Duration
            /// The image and the time of its frame.
            public let result: Result<(image: FrameImage, actualTime: Duration), any Error>
        }

        /// Makes an iterator; the medium is opened with the first image.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(images: self, times: times[...]) }

        /// Makes the images.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let images: Images
            var times: ArraySlice<Duration>
            var medium: LookedMedium?

            /// Makes the next image; nil after the last.
            public mutating func next() async -> Element? {
                guard let time = times.popFirst() else { return nil }
                do {
                    let (open, images) = (medium, images)
                    let made = try await Look.run { isCancelled in
                        let medium = try open ?? LookedMedium(images.asset, images.options)
                        let frame = try medium.frame(at: time, tolerance: images.tolerance, isCancelled)
                        return (
                            medium: medium, image: try FrameImage(frame, within: images.size, of: images.asset),
                            time: frame.time
                        )
                    }
                    medium = made.medium
                    return Element(requestedTime: time, result: .success((made.image, made.time)))
                } catch { return Element(requestedTime: time, result: .failure(error)) }
            }
        }
    }
}
