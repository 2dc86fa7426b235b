public import Observation
import OrielPictureInPicture
package import OrielPlayer

/// Observation of a controller's properties. They change before the delegate's method about the same change.
extension PictureInPictureController: Observable, ObservableFace {
    /// Tells observers of the properties that differ between two snapshots.
    func tellObservers(from old: PictureInPictureSnapshot, to new: PictureInPictureSnapshot) {
        guard old != new else { return }
        mutate(\.snapshot) {}
        if old.isPossible != new.isPossible { mutate(\.isPictureInPicturePossible) {} }
        if old.isActive != new.isActive { mutate(\.isPictureInPictureActive) {} }
        if old.isSuspended != new.isSuspended { mutate(\.isPictureInPictureSuspended) {} }
        if old.isStashed != new.isStashed { mutate(\.isPictureInPictureStashed) {} }
        if old.canStop != new.canStop { mutate(\.canStopPictureInPicture) {} }
        if old.isAutomatic != new.isAutomatic { mutate(\.wasStartedAutomatically) {} }
        if old.state != new.state { mutate(\.transitionState) {} }
    }
}
