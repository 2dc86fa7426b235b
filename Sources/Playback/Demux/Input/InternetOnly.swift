import Synchronization

/// Restriction of a medium to addresses on the internet, until it is lifted. Any thread.
package final class InternetOnly: Hashable, Sendable {
    /// Address of the medium.
    package let address: String
    private let isLifted = Atomic(false)

    package init(_ address: String) { self.address = address }

    /// Lets the medium open any address from now on.
    package func lift() { isLifted.store(true, ordering: .releasing) }

    /// Whether the restriction holds for a medium.
    func holds(for medium: String) -> Bool { medium == address && !isLifted.load(ordering: .acquiring) }

    /// The same restriction of another medium, to which this one leads.
    package func moved(to address: String) -> InternetOnly {
        let other = InternetOnly(address)
        if isLifted.load(ordering: .acquiring) { other.lift() }
        return other
    }

    package static func == (one: InternetOnly, other: InternetOnly) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
