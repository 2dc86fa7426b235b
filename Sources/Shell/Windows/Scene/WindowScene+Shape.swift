import OrielGeometry
import OrielPictureInPicture
import OrielPlayer
import OrielWayland

/// The window's first size.
extension WindowScene {
    /// The size that a mode asks for; nil leaves it to the scene.
    func size(of mode: WindowMode) -> Size? {
        if case .window(let size?) = mode { size.limited(to: largestOutput) } else { nil }
    }

    /// The largest width and height of all outputs, in logical pixels: the limit of a window's size.
    private var largestOutput: Size {
        let sizes = desktop.globals.outputs.map(\.state.logical.size)
        return Size(width: sizes.map(\.width).max() ?? 1280, height: sizes.map(\.height).max() ?? 720)
    }

    /// The size of a window without a wanted size: the last one, else the first one.
    var lastWindowSize: Size { windowSize ?? firstWindowSize }

    /// The video's size, or one for a page of a medium that has only sound; at most two thirds of the output.
    private var firstWindowSize: Size {
        let page = Size(width: 960, height: 600)
        let natural =
            scene.player.isSoundOnly ? page : scene.shape?.content ?? Size(width: 1280, height: 720)
        let limit = desktop.globals.outputs.first?.state.logical.size ?? Size(width: 1280, height: 720)
        let scale = min(
            1, Double(limit.width) * 2 / 3 / Double(natural.width),
            Double(limit.height) * 2 / 3 / Double(natural.height))
        return Size(
            width: max(64, Int((Double(natural.width) * scale).rounded())),
            height: max(64, Int((Double(natural.height) * scale).rounded())))
    }
}
