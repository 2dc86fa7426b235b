/// Numbers of the items that a process has played, for track identifiers: they stay the same while an item's place in
/// its list changes. A view whose frames the app makes counts as one item.
package struct ItemNumbers {
    private var numbers: [ObjectIdentifier: UInt64] = [:]
    private var last: UInt64 = 0
    /// Kept so that no other item gets the same identity.
    private var items: [AnyObject] = []

    /// Items that are remembered at most; the oldest are forgotten first.
    private static let most = 1000

    package init() {}

    /// Returns the item's number, a new one if it has none yet.
    package mutating func number(of item: AnyObject) -> UInt64 {
        if let number = numbers[ObjectIdentifier(item)] { return number }
        last += 1
        numbers[ObjectIdentifier(item)] = last
        items.append(item)
        if items.count > Self.most { numbers[ObjectIdentifier(items.removeFirst())] = nil }
        return last
    }
}
