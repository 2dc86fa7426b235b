import OrielControls

/// The rows that the app adds to the menu, and those of its page.
extension ViewMenu {
    /// The elements of a page of the app's, and its title.
    /// - Parameter path: indexes of the elements that lead to it; empty for the first page.
    func custom(_ path: [Int], of elements: [MenuElement]) -> (title: String, elements: [MenuElement])? {
        var page = (title: "", elements: elements)
        for index in path {
            guard page.elements.indices.contains(index), let elements = page.elements[index].elements else {
                return nil
            }
            page = (page.elements[index].item.row.label, elements())
        }
        return page
    }

    func customItems(_ path: [Int]) -> [MenuItem] {
        items(custom(path, of: requests.host.appRows.menuItems)?.elements ?? []) { .custom(path + [$0]) }
    }

    /// The rows of the view's page, with its image and texts, or of a page that a row of it opens.
    func pageItems(_ path: [Int]) -> [MenuItem] {
        guard let page = requests.host.appRows.page else { return [] }
        var rows: [MenuItem] = []
        if path.isEmpty {
            if let image = page.image {
                let shape = Double(image.size.width) / Double(max(1, image.size.height))
                var row = MenuItem(.image(aspectRatio: shape), "", .none)
                row.image = image
                rows.append(row)
            }
            if !page.title.isEmpty { rows.append(MenuItem(.title, page.title, .none)) }
            rows += page.texts.map { MenuItem(.text, $0, .none) }
        }
        return rows + items(custom(path, of: page.elements)?.elements ?? []) { .page(path + [$0]) }
    }

    private func items(_ elements: [MenuElement], page: (Int) -> MenuPage) -> [MenuItem] {
        elements.prefix(Self.mostRows).enumerated().map { index, element in
            var item = element.item
            if element.elements != nil { item.effect = .page(page(index)) }
            for button in element.buttons {
                item.add(button.icon.icon, button.label, .app(button.handler, stays: true))
            }
            return item
        }
    }
}
