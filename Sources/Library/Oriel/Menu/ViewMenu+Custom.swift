import OrielControls

/// The rows that the app adds.
extension ViewMenu {
    /// The elements of a page of the app's, and its title.
    /// - Parameter path: indexes of the elements that lead to it; empty for the main page.
    func custom(_ path: [Int]) -> (title: String, elements: [MenuElement])? {
        var page = (title: "", elements: requests.host.transportBarCustomMenuItems)
        for index in path {
            guard page.elements.indices.contains(index), case .menu(let elements) = page.elements[index].kind else {
                return nil
            }
            page = (page.elements[index].title, elements)
        }
        return page
    }

    func customItems(_ path: [Int]) -> [MenuItem] {
        let elements = custom(path)?.elements ?? []
        return elements.prefix(Self.mostRows).enumerated().map { index, element in
            let (title, detail) = (element.title, element.detail)
            return switch element.kind {
            case .separator: .separator
            case .text: MenuItem(.text, title, .none)
            case .menu: .menu(title, .custom(path + [index]), detail: detail)
            case .action(let handler): MenuItem(.action, title, detail: detail, .app(handler, stays: false))
            case .toggle(let isOn, let handler):
                MenuItem(.toggle(isOn), title, .app({ handler(!isOn) }, stays: true))
            case .choice(let isSelected, let handler):
                MenuItem(.choice(isSelected), title, .app(handler, stays: true))
            case .slider(let value, let range, let step, let handler):
                MenuItem(
                    .slider(PanelRow.Slider(value, in: range, step: step)), title, detail: detail, .appValue(handler))
            }
        }
    }
}
