import OrielPlayer
import Testing

/// The order of a playlist.
@Suite struct PlayOrderTests {
    @Test func itGoesFromItemToItemAndEnds() {
        var order = PlayOrder([1, 2, 3])
        #expect(order.current == 1 && order.next == 2 && order.previous == nil)
        order.go(to: 3)
        #expect(order.next == nil && order.previous == 2)
        order.loops = true
        #expect(order.next == 1)
        order.go(to: 1)
        #expect(order.previous == 3)
        order.go(to: 9)
        #expect(order.current == 1)
    }

    @Test func whatCannotBePlayedIsPassedOver() {
        var order = PlayOrder([1, 2, 3])
        order.refuse(2)
        #expect(order.next == 3)
        order.refuse(3)
        #expect(order.next == nil)
        order.loops = true
        #expect(order.next == 1)
        order.refuse(1)
        // No item of a loop can be played.
        #expect(order.next == nil && order.previous == nil)
    }

    @Test func severalItemsAreInsertedAsOneAfterTheOther() {
        for (other, more) in [(nil, [7, 8]), (2, [7, 1, 8]), (3, [7, 7]), (77, [9]), (1, [])] as [(Int?, [Int])] {
            var (atOnce, inTurn) = (PlayOrder([1, 2, 3]), PlayOrder([1, 2, 3]))
            atOnce.insert(more, after: other)
            var last = other
            for item in more where !inTurn.items.contains(item) {
                inTurn.insert(item, after: last)
                last = last == nil || !inTurn.items.contains(last ?? 0) ? last : item
            }
            #expect(atOnce == inTurn)
        }
        var empty = PlayOrder<Int>()
        empty.insert([4, 5], after: nil)
        #expect(empty.items == [4, 5] && empty.current == 4)
    }

    @Test func itemsAreInsertedWhereTheyAreWanted() {
        var order = PlayOrder<Int>()
        #expect(order.current == nil && order.next == nil)
        order.insert(1)
        order.insert(3)
        order.insert(2, after: 1)
        order.insert(2)
        order.insert(4, after: 77)
        #expect(order.items == [1, 2, 3, 4] && order.current == 1)
    }

    @Test func whatFollowsTakesThePlaceOfWhatIsRemoved() {
        var order = PlayOrder([1, 2, 3])
        order.remove(1)
        #expect(order.current == 2 && order.items == [2, 3])
        order.remove(3)
        #expect(order.current == 2)
        order.remove(2)
        #expect(order.current == nil && order.items.isEmpty)
        order.remove(2)
    }

    @Test func theLastOneRemovedGivesWayToTheOneBefore() {
        var order = PlayOrder([1, 2])
        order.go(to: 2)
        order.remove(2)
        #expect(order.current == 1)
    }

    @Test func thePresentOneIsReplacedInItsPlace() {
        var order = PlayOrder([1, 2])
        order.refuse(1)
        order.replaceCurrent(with: 7)
        #expect(order.items == [7, 2] && order.current == 7 && order.unplayable.isEmpty)
        order.replaceCurrent(with: 2)
        #expect(order.items == [7, 2] && order.current == 2)
        order.replaceCurrent(with: nil)
        #expect(order.items == [7] && order.current == 7)
        order.removeAll()
        order.replaceCurrent(with: 5)
        #expect(order.current == 5)
    }

    @Test func anotherListKeepsThePresentItemAndForgetsWhatIsGone() {
        var order = PlayOrder([1, 2, 3])
        order.go(to: 2)
        order.refuse(1)
        order.refuse(3)
        order.setItems([4, 2, 1])
        #expect(order.items == [4, 2, 1] && order.current == 2 && order.unplayable == [1])
        order.setItems([1, 5])
        #expect(order.current == 5)
        order.setItems([1])
        #expect(order.current == 1)
        order.setItems([])
        #expect(order.current == nil && order.next == nil)
        order.setItems([7])
        #expect(order.current == 7 && order.unplayable == [])
    }
}
