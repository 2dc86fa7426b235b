public import Observation
import OrielPictureInPicture

/// Observation of a controller's properties. They change before the delegate's method about the same change.
extension PictureInPictureController: Observable {
    /// Notes a read of a property for observers, and returns its value.
    func observed<Value>(
        _ property: KeyPath<PictureInPictureController, Value>, _ value: @autoclosure () -> Value
    ) -> Value {
        registrar.access(self, keyPath: property)
        return value()
    }

    /// Tells observers of a property, around its change.
    func mutate<Value>(_ property: KeyPath<PictureInPictureController, Value>, _ change: () -> Void) {
        registrar.withMutation(of: self, keyPath: property, change)
    }

    /// Makes a change, and tells observers of a property if its value differs afterwards.
    func change<Value: Equatable>(_ property: KeyPath<PictureInPictureController, Value>, _ change: () -> Void) {
        let before = self[keyPath: property]
        change()
        if self[keyPath: property] != before { mutate(property) {} }
    }

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
