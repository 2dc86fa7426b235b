/// The Picture in Picture of the whole app, for views that come and go (`PlayerView.enableInAppPictureInPicture`): Pillarbox's
/// `PictureInPicture`.
@MainActor
public final class PictureInPicture {
    /// The only one.
    public static let shared = PictureInPicture()

    /// Hears of what happens to every such view's picture; kept weakly. Takes the view off the screen when Picture in Picture
    /// begins (`PlayerView.dismiss`) and makes one again in the restore.
    public weak var delegate: (any PictureInPictureControllerDelegate)? {
        didSet { for controller in known.compactMap(\.controller) { controller.delegate = delegate } }
    }

    private struct Entry {
        weak var controller: PictureInPictureController?
    }
    private var known: [Entry] = []

    private init() {}

    /// The controller of such a view that is in Picture in Picture, or on its way in or out.
    public var controller: PictureInPictureController? {
        known.lazy.compactMap(\.controller).first { $0.transitionState != .idle }
    }

    func add(_ controller: PictureInPictureController) {
        known.removeAll { $0.controller == nil || $0.controller === controller }
        known.append(Entry(controller: controller))
        controller.delegate = delegate
    }

    /// What is persisted of this type.
    func persisted<State>(_ type: State.Type) -> State? {
        known.lazy.compactMap { $0.controller?.contentSource?.playerView?.persisted as? State }.first
    }
}
