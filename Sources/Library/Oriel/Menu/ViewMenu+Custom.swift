import OrielControls

/// The rows that the app adds to the menu, and those of its page.
extension ViewMenu {
    func customContent(_ path: [Int]) -> (title: String, items: [MenuItem]) {
        content(path, of: requests.host.appRows.menuItems) { .custom(path + [$0]) }
    }

    /// The rows of the view's page, with its image and texts, or of a page that a row of it opens.
    func pageContent(_ path: [Int]) -> (title: String, items: [MenuItem]) {
        guard let page = requests.host.appRows.page else { return ("", []) }
        let content = content(path, of: page.elements) { .page(path + [$0]) }
        guard path.isEmpty else { return content }
        var rows: [MenuItem] = []
        if let image = page.image {
            let shape = Double(image.size.width) / Double(max(1, image.size.height))
            var row = MenuItem(.image(aspectRatio: shape), "", .none)
            row.image = image
            rows.append(row)
        }
        if !page.title.isEmpty { rows.append(MenuItem(.title, page.title, .none)) }
        rows += page.texts.map { MenuItem(.text, $0, .none) }
        return (content.title, rows + content.items)
    }

    /// The title and the rows of a page of the app's; empty if there is no such page any more.
    /// - Parameters:
    ///   - path: indexes of the elements that lead to it; empty for the first page.
    ///   - page: names the page that an element of it opens.
    private func content(
        _ path: [Int], of elements: [MenuElement], page: (Int) -> MenuPage
    ) -> (title: String, items: [MenuItem]) {
        var (title, elements) = ("", elements)
        for index in path {
            guard elements.indices.contains(index), let next = elements[index].elements else { return ("", []) }
            (title, elements) = (elements[index].item.row.label, next())
        }
        let items = elements.prefix(Self.mostRows).enumerated().map { index, element in
            var item = element.item
            if element.elements != nil { item.effect = .page(page(index)) }
            for button in element.buttons {
                item.add(button.icon.icon, button.label, .app(button.handler, stays: true))
            }
            return item
        }
        return (title, items)
    }
}
