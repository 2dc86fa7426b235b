public import ArgumentParser
public import Oriel
package import OrielAudioOutput
import OrielDecode
public import OrielDemux
public import OrielGeometry
package import OrielMedia
public import OrielPlay

/// Value of `--start`: a time.
struct MediaTime: ExpressibleByArgument {
    let duration: Duration
    init?(argument: String) {
        guard let duration = MediaTimeFormat.parse(argument) else { return nil }
        self.duration = duration
    }
}

/// Value of `--http-header`: a header field.
extension HTTPOptions.Header: ExpressibleByArgument {
    public init?(argument: String) { self.init(parsing: argument) }
}

/// Value of `--aspect`: an aspect ratio such as `16:9`, `2.35:1` or `1.85`.
package struct AspectArgument: ExpressibleByArgument {
    package let ratio: Rational
    package init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
        guard (1...2).contains(parts.count), let width = parts.first, case let height = parts.count == 2 ? parts[1] : 1,
            width > 0, height > 0, (0.1...10).contains(width / height)
        else { return nil }
        ratio =
            width.rounded() == width && height.rounded() == height && width < 10_000 && height < 10_000
            ? Rational(Int(width), Int(height)) : Rational(Int((width / height * 1000).rounded()), 1000)
    }
}

/// Value of `--rotate`: an angle.
package struct RotationArgument: ExpressibleByArgument {
    package let rotation: SampleBuffer.Rotation
    package init?(argument: String) {
        guard let degrees = Int(argument), let rotation = SampleBuffer.Rotation(rawValue: degrees) else { return nil }
        self.rotation = rotation
    }
}

extension VideoGravity: ExpressibleByArgument {}
extension PlayOptions.FailureAction: @retroactive ExpressibleByArgument {}
extension AudioSink: ExpressibleByArgument {}
extension HardwareDecoding: ExpressibleByArgument {}
extension Renderer: ExpressibleByArgument {}
extension SurfaceKind: ExpressibleByArgument {}
extension Corner: ExpressibleByArgument {}

/// Value of `--deinterlace`.
enum Deinterlacing: String, CaseIterable, ExpressibleByArgument { case auto, off }
