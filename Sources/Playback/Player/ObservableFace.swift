package import Observation

/// An object whose properties are observed one by one, as those of a class with the macro `@Observable`.
@MainActor
package protocol ObservableFace: AnyObject, Observable {
    var registrar: ObservationRegistrar { get }
}

extension ObservableFace {
    /// Notes a read of a property for observers.
    package func access<Value>(_ property: KeyPath<Self, Value>) { registrar.access(self, keyPath: property) }

    /// Notes a read of a property for observers, and returns its value.
    package func observed<Value>(_ property: KeyPath<Self, Value>, _ value: @autoclosure () -> Value) -> Value {
        access(property)
        return value()
    }

    /// Tells observers of a property, around its change.
    package func mutate<Value>(_ property: KeyPath<Self, Value>, _ change: () -> Void) {
        registrar.withMutation(of: self, keyPath: property, change)
    }

    /// Makes a change, and tells observers of a property if its value differs afterwards.
    package func change<Value: Equatable>(_ property: KeyPath<Self, Value>, _ change: () -> Void) {
        let before = self[keyPath: property]
        change()
        if self[keyPath: property] != before { mutate(property) {} }
    }
}
