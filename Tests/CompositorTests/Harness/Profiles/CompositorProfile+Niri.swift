import OrielWaylandProtocols

extension CompositorProfile {
    /// niri of 2026-08-21. Its Smithay (4cf0b620) was not at hand; versions are those of Smithay 5fb12b87.
    static let niri: CompositorProfile = {
        func at(_ line: Int, _ file: String) -> String {
            "src/niri.rs:\(line) @ dd75865f; smithay src/wayland/\(file) @ 5fb12b87"
        }
        return CompositorProfile(
            name: "niri", revision: "niri-wm/niri dd75865f547f0eac0e9b6c4d86d2cd00c0744252",
            globals: [
                Global("wl_compositor", 6, "src/niri.rs:2289 @ dd75865f"),
                Global("wl_subcompositor", 1, at(2289, "compositor/mod.rs:722")),
                Global("wl_shm", 2, at(2318, "shm/mod.rs:158")), Global("wl_seat", 9, at(2327, "seat/mod.rs:175")),
                Global("wl_data_device_manager", 3, at(2334, "selection/data_device/mod.rs:585")),
                Global("xdg_wm_base", 7, at(2290, "shell/xdg/mod.rs:1248")),
                Global("zwlr_layer_shell_v1", 5, at(2312, "shell/wlr_layer/mod.rs:232")),
                Global("wp_presentation", 2, at(2353, "presentation/mod.rs:108")),
                Global("wp_viewporter", 1, at(2375, "viewporter/mod.rs:88")),
                Global("zxdg_output_manager_v1", 3, at(2323, "output/mod.rs:134")),
                Global("xdg_activation_v1", 1, at(2384, "xdg_activation/mod.rs:187")),
                Global("zxdg_decoration_manager_v1", 1, at(2295, "shell/xdg/decoration.rs:151")),
                Global("zwp_idle_inhibit_manager_v1", 1, at(2333, "idle_inhibit/mod.rs:63")),
                Global("zxdg_exporter_v2", 1, at(2377, "xdg_foreign/mod.rs:113")),
            ],
            missing: ["wp_alpha_modifier_v1": "in no file of src @ dd75865f"],
            focus: LayerFocus(
                onMap: .read(
                    [.exclusive, .onDemand], "src/handlers/layer_shell.rs:173-180, src/niri.rs:1192 @ dd75865f"),
                onChange: .read([.exclusive], "src/niri.rs:1192-1198 @ dd75865f"),
                onHover: .unknown,
                onClick: .read([.onDemand], "src/niri.rs:6134-6142 @ dd75865f")),
            // The column's size on the likely output; here half of it.
            firstSize: .read(
                .slot(width: 624, height: 688), "src/handlers/xdg_shell.rs:1080, 1167 @ dd75865f"),
            isTiled: .read(
                true, "src/utils/mod.rs:413, for windows that the compositor decorates @ dd75865f"))
    }()
}
