import OrielGeometry
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// What the stream looks like, and how large its window is at first.
extension PlayerScene {
    /// Width by height as seen in Picture in Picture; 16:9 until the medium is known.
    package var aspectRatio: Double {
        guard let size = callContent?.preferredContentSize, !size.isEmpty else { return shape?.aspectRatio ?? 16 / 9 }
        return Double(size.width) / Double(size.height)
    }

    var shape: ContentFit? {
        player.currentFrame.map { ContentFit($0) }
    }

    /// What no window need exceed.
    var largestOutput: Size {
        let sizes = desktop.globals.outputs.map(\.state.logical.size)
        return Size(width: sizes.map(\.width).max() ?? 1280, height: sizes.map(\.height).max() ?? 720)
    }

    /// The size that a window gets where nobody says another.
    var lastWindowSize: Size { windowSize ?? firstWindowSize }

    /// As large as the video, and at most two thirds of the output.
    private var firstWindowSize: Size {
        let natural = shape?.content ?? Size(width: 1280, height: 720)
        let limit = desktop.globals.outputs.first?.state.logical.size ?? Size(width: 1280, height: 720)
        let scale = min(
            1, Double(limit.width) * 2 / 3 / Double(natural.width),
            Double(limit.height) * 2 / 3 / Double(natural.height))
        return Size(
            width: max(64, Int((Double(natural.width) * scale).rounded())),
            height: max(64, Int((Double(natural.height) * scale).rounded())))
    }

    package var title: String { options.title ?? (player.isEmpty ? "Oriel" : player.title) }
}
