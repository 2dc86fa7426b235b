import OrielControls

/// The rows that the app adds to the menu, and those of its page.
extension ViewMenu {
    /// The elements of a page of the app's, and its title.
    /// - Parameter path: indexes of the elements that lead to it; empty for the first page.
    func custom(_ path: [Int], of elements: [MenuElement]) -> (title: String, elements: [MenuElement])? {
        var page = (title: "", elements: elements)
        for index in path {
            guard page.elements.indices.contains(index), case .menu(let elements) = page.elements[index].kind else {
                return nil
            }
            page = (page.elements[index].title, elements())
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
            var item = item(element, page(index))
            item.row.icon = element.icon?.icon
            for button in element.buttons {
                item.add(button.icon.icon, button.label, .app(button.handler, stays: true))
            }
            return item
        }
    }

    private func item(_ element: MenuElement, _ page: MenuPage) -> MenuItem {
        let (title, detail) = (element.title, element.detail)
        switch element.kind {
        case .separator: return .separator
        case .text: return MenuItem(.text, title, .none)
        case .heading: return .heading(title)
        case .menu: return .menu(title, page, detail: detail)
        case .action(let handler): return MenuItem(.action, title, detail: detail, .app(handler, stays: false))
        case .toggle(let isOn, let handler):
            return MenuItem(.toggle(isOn), title, .app({ handler(!isOn) }, stays: true))
        case .choice(let isSelected, let handler):
            return MenuItem(.choice(isSelected), title, .app(handler, stays: true))
        case .slider(let value, let range, let step, let handler):
            return MenuItem(
                .slider(PanelRow.Slider(value, in: range, step: step)), title, detail: detail, .appValue(handler))
        case .field(let text, let change, let enter):
            return MenuItem(.field(text: text, placeholder: title), "", .appText(change: change, enter: enter))
        case .card(let image, let fraction, let isEnabled, let handler):
            var item = MenuItem(
                .action, title, detail: detail, isEnabled: isEnabled, .app(handler, stays: false))
            item.row.card = PanelRow.Card(fraction: fraction)
            item.image = image
            return item
        }
    }
}

extension MenuElement.Icon {
    fileprivate var icon: ControlsIcon {
        switch self {
        case .file: .file
        case .folder: .folder
        case .paste: .paste
        case .remove: .close
        case .up: .up
        case .down: .down
        }
    }
}
