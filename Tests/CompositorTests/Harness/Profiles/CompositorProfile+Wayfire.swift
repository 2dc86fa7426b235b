import OrielWaylandProtocols

extension CompositorProfile {
    /// wayfire after 0.10, of 2026-08-11, on wlroots 0.20.
    static let wayfire: CompositorProfile = {
        func at(_ line: Int) -> String { "src/core/core.cpp:\(line) @ 4c34a7bf" }
        return CompositorProfile(
            name: "wayfire", revision: "WayfireWM/wayfire 4c34a7bf0786eb11d62cff4fae7cfd1e54836765",
            globals: [
                Global("wl_compositor", 6, at(114)), Global("wp_presentation", 2, at(246)),
                Global("xdg_wm_base", 6, "src/view/xdg-shell.cpp:487 @ 4c34a7bf"),
                Global("zwlr_layer_shell_v1", 4, "src/view/layer-shell/layer-shell.cpp:704 @ 4c34a7bf"),
            ],
            missing: ["wp_alpha_modifier_v1": "in no file of src and plugins @ 4c34a7bf"],
            focus: LayerFocus(
                onMap: .read(
                    [.exclusive, .onDemand], "src/view/layer-shell/layer-shell.cpp:534 @ 4c34a7bf"),
                onChange: .read([.exclusive], "src/view/layer-shell/layer-shell.cpp:587-592 @ 4c34a7bf"),
                onHover: .unknown, onClick: .unknown),
            firstSize: .read(.none, "src/view/xdg-shell/xdg-toplevel.cpp:37, 165 @ 4c34a7bf"),
            isTiled: .unknown)
    }()
}
