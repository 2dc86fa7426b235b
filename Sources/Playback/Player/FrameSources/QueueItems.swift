/// The items of a queue and the numbers that stand for them in its order. Value code.
struct QueueItems {
    private var items: [Int: PlayerItem] = [:]
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var last = 0

    /// The item of a number; nil if there is none.
    subscript(number: Int) -> PlayerItem? { items[number] }

    /// The newest number of an item; nil if it has none.
    func number(of item: PlayerItem) -> Int? { numbers[ObjectIdentifier(item)] }

    /// Gives an item a new number.
    mutating func add(_ item: PlayerItem) -> Int {
        last += 1
        items[last] = item
        numbers[ObjectIdentifier(item)] = last
        return last
    }

    mutating func remove(_ number: Int) {
        guard let item = items.removeValue(forKey: number) else { return }
        if numbers[ObjectIdentifier(item)] == number { numbers[ObjectIdentifier(item)] = nil }
    }

    mutating func removeAll() { (items, numbers) = ([:], [:]) }
}
