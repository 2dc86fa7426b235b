/// Picture in Picture of the whole app, for views that enable it with `PlayerView.enableInAppPictureInPicture`:
/// Pillarbox's `PictureInPicture`. Main actor only.
@MainActor
public final class PictureInPicture {
    /// The only instance.
    public static let shared = PictureInPicture()

    /// Delegate of the controllers of all such views; kept weakly. It dismisses the view when Picture in Picture starts
    /// (`PlayerView.dismiss`) and makes a new one for a restore.
    public weak var delegate: (any PictureInPictureControllerDelegate)? {
        didSet { for controller in known.compactMap(\.controller) { controller.delegate = delegate } }
    }

    private struct Entry {
        weak var controller: PictureInPictureController?
    }
    private var known: [Entry] = []

    private init() {}

    /// The controller of such a view that is in Picture in Picture, or on its way in or out; nil if there is none.
    public var controller: PictureInPictureController? {
        known.lazy.compactMap(\.controller).first { $0.transitionState != .idle }
    }

    func add(_ controller: PictureInPictureController) {
        known.removeAll { $0.controller == nil || $0.controller === controller }
        known.append(Entry(controller: controller))
        controller.delegate = delegate
    }

    /// Returns the app's state of this type that is kept for a view in Picture in Picture.
    func persisted<State>(_ type: State.Type) -> State? {
        known.lazy.compactMap { $0.controller?.contentSource?.host.persisted as? State }.first
    }
}
