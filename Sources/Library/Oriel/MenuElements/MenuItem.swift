import OrielControls

/// A row of a menu with its effect.
@MainActor
struct MenuItem {
    enum Effect {
        case none
        case page(MenuPage)
        /// A request; the menu stays open after it, or closes before it.
        case request(PlaybackRequest, stays: Bool)
        /// The request for a slider's value.
        case value((Double) -> PlaybackRequest)
        /// A handler of the app's.
        case app(() -> Void, stays: Bool)
        case appValue((Double) -> Void)
        case appText(change: (String) -> Void, enter: () -> Void)
    }

    var row: PanelRow
    var effect: Effect
    var buttonEffects: [Effect] = []
    /// The image of a row with a place for one.
    var image: OverlayImage?

    init(_ kind: PanelRow.Kind, _ label: String, detail: String = "", isEnabled: Bool = true, _ effect: Effect) {
        // Rows that have come or gone since a press make another name.
        row = PanelRow(label, kind, label, detail: detail, isEnabled: isEnabled)
        self.effect = effect
    }

    mutating func add(_ icon: ControlsIcon, _ label: String, _ effect: Effect) {
        row.buttons.append(PanelRow.Button(icon, label))
        buttonEffects.append(effect)
    }

    static let separator = MenuItem(.separator, "", .none)

    static func menu(_ label: String, _ page: MenuPage, detail: String = "") -> MenuItem {
        MenuItem(.menu, label, detail: detail, .page(page))
    }

    /// A row that closes the menu.
    static func action(_ label: String, _ request: PlaybackRequest, key: String = "") -> MenuItem {
        MenuItem(.action, label, detail: key, .request(request, stays: false))
    }

    /// One of several rows; choosing it leaves the menu open, so that the effect can be seen and changed.
    static func choice(
        _ label: String, _ isChosen: Bool, detail: String = "", _ request: PlaybackRequest
    ) -> MenuItem { MenuItem(.choice(isChosen), label, detail: detail, .request(request, stays: true)) }

    static func toggle(_ label: String, _ isOn: Bool, key: String = "", _ request: PlaybackRequest) -> MenuItem {
        MenuItem(.toggle(isOn), label, detail: key, .request(request, stays: true))
    }

    static func slider(
        _ label: String, _ value: Double, in range: ClosedRange<Double>, step: Double, detail: String,
        _ request: @escaping (Double) -> PlaybackRequest
    ) -> MenuItem {
        MenuItem(
            .slider(PanelRow.Slider(value, in: range, step: step)), label, detail: detail, .value(request))
    }
}
