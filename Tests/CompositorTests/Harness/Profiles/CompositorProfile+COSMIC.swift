import OrielWaylandProtocols

extension CompositorProfile {
    /// cosmic-comp of 2026-07-25, on Smithay 1ed69cb5.
    static let cosmic: CompositorProfile = {
        func at(_ line: Int, _ file: String) -> String {
            "src/state.rs:\(line) @ 44de3063; smithay src/wayland/\(file) @ 1ed69cb5"
        }
        return CompositorProfile(
            name: "COSMIC", revision: "pop-os/cosmic-comp 44de3063ee30ba704592fd6c06db62639292f9f2",
            globals: [
                Global("wl_compositor", 5, at(647, "compositor/mod.rs:700")),
                Global("wl_subcompositor", 1, at(647, "compositor/mod.rs:722")),
                Global("wl_shm", 2, at(670, "shm/mod.rs:158")), Global("wl_seat", 9, at(672, "seat/mod.rs:175")),
                Global("wl_data_device_manager", 3, at(649, "selection/data_device/mod.rs:585")),
                Global("xdg_wm_base", 7, at(715, "shell/xdg/mod.rs:1248")),
                Global("zwlr_layer_shell_v1", 5, at(714, "shell/wlr_layer/mod.rs:232")),
                Global("wp_presentation", 2, at(659, "presentation/mod.rs:108")),
                Global("wp_viewporter", 1, at(673, "viewporter/mod.rs:88")),
                Global("wp_alpha_modifier_v1", 1, at(689, "alpha_modifier/mod.rs:169")),
                Global("zxdg_output_manager_v1", 3, at(653, "output/mod.rs:134")),
                Global("xdg_activation_v1", 1, at(724, "xdg_activation/mod.rs:187")),
                Global("zxdg_decoration_manager_v1", 1, at(676, "shell/xdg/decoration.rs:151")),
                Global("zwp_idle_inhibit_manager_v1", 1, at(697, "idle_inhibit/mod.rs:63")),
                Global("zxdg_exporter_v2", 1, at(725, "xdg_foreign/mod.rs:113")),
            ],
            missing: [:],
            focus: LayerFocus(
                onMap: .read([.exclusive, .onDemand], "src/shell/mod.rs:3008-3014 @ 44de3063"),
                onChange: .read([.exclusive], "src/shell/focus/mod.rs:616 @ 44de3063"),
                onHover: .unknown, onClick: .unknown),
            firstSize: .read(.none, "src/wayland/handlers/compositor.rs:387-394 @ 44de3063"),
            isTiled: .unknown)
    }()
}
