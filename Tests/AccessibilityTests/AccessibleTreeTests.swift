import OrielAccessibility
import OrielGeometry
import Testing

/// The elements of a program and the changes that assistive programs are told.
struct AccessibleTreeTests {
    private func node(_ id: String, _ children: [AccessibleNode] = []) -> AccessibleNode {
        var node = AccessibleNode(id, .pushButton, id)
        node.children = children
        return node
    }

    private func tree(_ windows: AccessibleNode...) -> AccessibleTree { AccessibleTree("Cinema", windows) }

    @Test func ofABranchThatComesOrGoesTheFirstElementIsTold() {
        let (without, with) = (tree(node("a")), tree(node("a", [node("b", [node("c")])]), node("d")))
        #expect(
            with.changes(since: without) == [
                .added("b", parent: "a", index: 0), .added("d", parent: AccessibleTree.root, index: 1),
            ])
        #expect(
            without.changes(since: with) == [
                .removed("b", parent: "a", index: 0), .removed("d", parent: AccessibleTree.root, index: 1),
            ])
        #expect(with.changes(since: with).isEmpty)
    }

    @Test func anElementThatMovesGoesAndComes() {
        let (before, after) = (tree(node("a", [node("b")]), node("c")), tree(node("a"), node("c", [node("b")])))
        #expect(
            after.changes(since: before) == [
                .removed("b", parent: "a", index: 0), .added("b", parent: "c", index: 0),
            ])
    }

    @Test func namesStatesAndValuesAreToldOnceEach() {
        var (before, after) = (node("a"), node("a"))
        before.value = .init(1, in: 0...10, step: 1, text: "1")
        after.name = "b"
        after.states.insert(.pressed)
        after.value?.current = 2
        after.value = .init(2, in: 0...10, step: 1, text: "2")
        #expect(
            tree(after).changes(since: tree(before)) == [
                .name("a", "b"), .state("a", .pressed, true), .value("a"),
            ])
    }

    @Test func aPositionThatRunsIsNotTold() {
        var (before, after) = (node("a"), node("a"))
        before.value = .init(1, in: 0...10, step: 1, text: "0:01")
        before.value?.runs = true
        after.value = before.value
        after.value?.current = 2
        #expect(tree(after).changes(since: tree(before)).isEmpty)
    }

    @Test func theFocusIsLostBeforeItIsGained() {
        var (first, second) = (node("a"), node("b"))
        second.states.insert(.focused)
        let before = tree(first, second)
        first.states.insert(.focused)
        second.states.remove(.focused)
        var menu = node("menu")
        #expect(
            tree(first, second).changes(since: before) == [
                .state("b", .focused, false), .state("a", .focused, true),
            ])
        // Also on an element that comes with it.
        first.states.remove(.focused)
        menu.states.insert(.focused)
        #expect(
            tree(first, second, menu).changes(since: before) == [
                .state("b", .focused, false), .added("menu", parent: AccessibleTree.root, index: 2),
                .state("menu", .focused, true),
            ])
    }

    @Test func theTreeIsBounded() {
        let many = tree(node("a", (0..<5000).map { node("b\($0)") }), node("c"))
        #expect(many.entries.count == 2000)
        #expect(many.entries["a"]?.node.children.count == 1998)
        #expect(AccessibleNode("a", .label, String(repeating: "x", count: 100_000)).name.count == 1000)
    }

    @Test func ofElementsWithOneNameTheFirstCounts() {
        let twice = tree(node("a", [node("b"), node("b"), node("c")]))
        #expect(twice.entries["a"]?.node.children.map(\.id) == ["b", "c"])
        #expect(twice.entries["c"]?.index == 1)
    }

    @Test func theInnermostElementAtAPointIsFound() {
        var (window, button) = (node("window"), node("button"))
        button.area = Rect(x: 10, y: 10, width: 10, height: 10)
        window.children = [button, node("without a place")]
        window.area = Rect(x: 0, y: 0, width: 100, height: 100)
        #expect(window.innermost(at: Point(x: 15, y: 15)) == "button")
        #expect(window.innermost(at: Point(x: 20, y: 15)) == "window")
        #expect(window.innermost(at: Point(x: 100, y: 15)) == nil)
    }

    @Test func namesAreThoseOfATSPI() {
        #expect(AccessibleRole.pushButton.name == "push button")
        #expect(AccessibleRole.checkMenuItem.name == "check menu item")
        #expect(AccessibleState.hasPopup.name == "has-popup")
    }
}
