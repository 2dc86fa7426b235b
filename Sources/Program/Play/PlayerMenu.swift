import Oriel
import OrielTexts

/// The rows of `oriel play` in its players' menu: the media played last, and the settings.
@MainActor
final class PlayerMenu {
    private let view: PlayerView
    private let memory: any PlayMemory
    private let settings: (any PlaySettings)?
    private var recent: [RecentMedium]?
    /// The settings; nil until a menu has shown them.
    private var rows: [PlaySetting]?
    private var isReading = false
    private var problem: String?
    /// Values that wait for the file, by their settings.
    private var waiting: [String: String] = [:]
    private var isWriting = false

    /// Most media in the menu.
    private static let mostRecent = 12

    init(_ view: PlayerView, _ memory: any PlayMemory, _ settings: (any PlaySettings)?) {
        (self.view, self.memory, self.settings) = (view, memory, settings)
        view.transportBarCustomMenuItems = [.menu(localized("Recent")) { [weak self] in self?.recentItems ?? [] }]
        guard settings != nil else { return }
        view.transportBarCustomMenuItems.append(
            .menu(localized("Settings")) { [weak self] in self?.settingItems ?? [] })
    }

    /// Forgets the list of media, since it has changed. It is read when a menu shows it.
    func itemChanged() { recent = nil }

    private var recentItems: [MenuElement] {
        let media = recent ?? Array(memory.recent().prefix(Self.mostRecent))
        recent = media
        guard !media.isEmpty else { return [.text(localized("Nothing was played yet"))] }
        return media.map { medium in
            .action(medium.title, detail: medium.detail) { [weak view] in view?.open([medium.media]) }
        }
    }

    private var settingItems: [MenuElement] {
        if let problem { return [.text(problem)] }
        guard let rows else {
            readSettings()
            return [.text("…")]
        }
        return rows.map(element)
    }

    /// Follows a change of the file, once a menu has shown the settings.
    func settingsChanged() { if rows != nil || problem != nil { readSettings() } }

    private func readSettings() {
        guard !isReading else { return }
        isReading = true
        settings?.read { [weak self] rows, problem in
            guard let self else { return }
            isReading = false
            (self.rows, self.problem) = (rows, problem)
            view.refreshMenu()
        }
    }

    private func element(_ setting: PlaySetting) -> MenuElement {
        let (key, label) = (setting.key, setting.label)
        switch setting.kind {
        case .toggle(let isOn):
            return .toggle(label, isOn: isOn) { [weak self] in self?.write(key, $0 ? "true" : "false") }
        case .slider(let value, let range, let step):
            let shown = range.upperBound > 10 ? value : value * 100
            return .slider(label, value: value, in: range, step: step, detail: "\(Int(shown.rounded())) %") {
                [weak self] in self?.slide(key, to: $0)
            }
        case .choice(let values, let labels, let selected):
            let choices = zip(values, labels).enumerated().map { index, choice in
                MenuElement.choice(choice.1, isSelected: index == selected) { [weak self] in
                    self?.write(key, choice.0)
                }
            }
            return .menu(label, detail: selected.map { labels[$0] } ?? localized("Automatic"), choices)
        }
    }

    /// Shows a slider's value at once; the file follows.
    private func slide(_ key: String, to value: Double) {
        if let index = rows?.firstIndex(where: { $0.key == key }),
            case .slider(_, let range, let step) = rows?[index].kind
        {
            rows?[index].kind = .slider(value, range: range, step: step)
        }
        write(key, "\(value)")
    }

    /// Writes a value once the one before is written; of several for one setting, the last.
    private func write(_ key: String, _ value: String) {
        waiting[key] = value
        writeNext()
    }

    private func writeNext() {
        guard !isWriting, let (key, value) = waiting.popFirst() else { return }
        isWriting = true
        settings?.write(value, for: key) { [weak self] problem in
            guard let self else { return }
            isWriting = false
            if let problem { view.showMessage(problem, for: .seconds(6)) }
            waiting.isEmpty ? readSettings() : writeNext()
        }
    }
}
