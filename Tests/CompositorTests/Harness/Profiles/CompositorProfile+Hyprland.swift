import OrielWaylandProtocols

extension CompositorProfile {
    /// Hyprland after 0.55, of 2026-08-22.
    static let hyprland: CompositorProfile = {
        func at(_ line: Int) -> String { "src/managers/ProtocolManager.cpp:\(line) @ 6ffae9c5" }
        return CompositorProfile(
            name: "Hyprland", revision: "hyprwm/Hyprland 6ffae9c5aa0381bf4b65f898fdfae6ac332ab057",
            globals: [
                Global("wl_compositor", 6, at(165)), Global("wl_subcompositor", 1, at(166)),
                Global("wl_shm", 2, at(167)), Global("wl_seat", 9, at(163)),
                Global("wl_data_device_manager", 3, at(164)), Global("xdg_wm_base", 7, at(201)),
                Global("zwlr_layer_shell_v1", 5, at(199)), Global("wp_presentation", 2, at(200)),
                Global("wp_viewporter", 1, at(170)), Global("wp_alpha_modifier_v1", 1, at(178)),
                Global("zxdg_output_manager_v1", 3, at(173)), Global("xdg_activation_v1", 1, at(188)),
                Global("zxdg_decoration_manager_v1", 2, at(177)), Global("zwp_idle_inhibit_manager_v1", 1, at(175)),
            ],
            missing: ["zxdg_exporter_v2": "not in src/managers/ProtocolManager.cpp @ 6ffae9c5"],
            focus: LayerFocus(
                onMap: .read([.exclusive, .onDemand], "src/desktop/view/LayerSurface.cpp:197-206 @ 6ffae9c5"),
                onChange: .read([.exclusive], "src/desktop/view/LayerSurface.cpp:395-419 @ 6ffae9c5"),
                onHover: .read([.exclusive, .onDemand], "src/managers/input/InputManager.cpp:721-724 @ 6ffae9c5"),
                onClick: .unknown),
            // The layout's prediction for a tiled window; here half of the output.
            firstSize: .read(
                .slot(width: 620, height: 680), "src/desktop/view/window/Window.cpp:1718-1732 @ 6ffae9c5"),
            isTiled: .read(true, "src/protocols/XDGShell.cpp:176-181 @ 6ffae9c5"))
    }()
}
