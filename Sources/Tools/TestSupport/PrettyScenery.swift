import OrielGeometry

/// Hills at dusk that scroll at different speeds, as a graph of ffmpeg filters. Each layer is computed once, on a
/// seamless strip, and then only scrolled: cheap to make and to encode.
struct PrettyScenery {
    /// Size of a frame; strips are twice as wide.
    var size: Size
    /// Frame rate in ffmpeg's notation.
    var rate: String

    private struct Layer {
        var name: String
        /// Expression for ffmpeg's `geq`: 0 to 255.
        var opacity: String
        /// Colours at `top` and at `bottom`, which are in frame heights.
        var colors: (RGB, RGB)
        var top = 0.0
        var bottom = 1.0
        /// Scroll speed in strips per frame.
        var speed: Double
    }

    private struct RGB {
        var channels: [(name: String, value: Int)]
        init(_ red: Int, _ green: Int, _ blue: Int) { channels = [("r", red), ("g", green), ("b", blue)] }
    }

    /// The filters; their output, R'G'B', has no label.
    var graph: String {
        var chains = ["\(still(size.width)),format=gbrp,geq=\(Self.sky),\(kept)[sky]"]
        var below = "sky"
        for layer in Self.layers {
            let name = layer.name
            chains += [
                "\(still(2)),format=gbrp,geq=\(Self.ramp(layer)),"
                    + "scale=\(size.width * 2):\(size.height):flags=neighbor[\(name)-color]",
                "\(still(size.width * 2)),format=gray,geq=lum='\(layer.opacity)'[\(name)-opacity]",
                "[\(name)-color][\(name)-opacity]alphamerge,\(kept),scroll=horizontal=\(layer.speed),"
                    + "crop=\(size.width):\(size.height):0:0[\(name)]",
                "[\(below)][\(name)]overlay=format=yuv444[above-\(name)]",
            ]
            below = "above-\(name)"
        }
        return chains.joined(separator: ";") + ";[\(below)]scale=in_color_matrix=bt709:in_range=tv,format=gbrp"
    }

    private func still(_ width: Int) -> String {
        "nullsrc=size=\(width)x\(size.height):rate=\(rate),trim=end_frame=1"
    }

    /// One frame, repeated.
    private var kept: String {
        "scale=out_color_matrix=bt709:out_range=tv,format=yuva444p,loop=-1:1,setpts=N/(\(rate))/TB"
    }

    /// Night above, evening below, a glow at the sun's position; noise against banding.
    private static var sky: String {
        let glow = "exp(-(pow(X-0.66*W,2)+pow(Y-0.52*H,2))/pow(0.16*H,2))"
        let channels = [("r", 24, 134, 252, 68), ("g", 34, 92, 190, 65), ("b", 78, 132, 138, 45)]
        return channels.map { name, night, dusk, evening, sun in
            "\(name)='min(254,lerp(lerp(\(night),\(dusk),clip(Y/H/0.5,0,1)),\(evening),"
                + "pow(clip((Y/H-0.3)/0.42,0,1),1.2))+\(sun)*\(glow)+random(0))'"
        }.joined(separator: ":")
    }

    private static func ramp(_ layer: Layer) -> String {
        zip(layer.colors.0.channels, layer.colors.1.channels).map { top, bottom in
            "\(top.name)='lerp(\(top.value),\(bottom.value),clip((Y/H-\(layer.top))/\(layer.bottom - layer.top),0,1))'"
        }.joined(separator: ":")
    }

    private static var layers: [Layer] {
        let clouds =
            "110*pow(clip(0.5+0.5*sin(4*PI*X/W+3*sin(Y/H*9))*sin(6*PI*X/W+1+Y/H*14)"
            + "+0.25*sin(14*PI*X/W+Y/H*40),0,1),3)*exp(-pow((Y/H-0.27)/0.13,2))"
        return [
            Layer(name: "clouds", opacity: clouds, colors: (RGB(255, 214, 190), RGB(255, 214, 190)), speed: 0.0002),
            hills("far", at: 0.6, 0.055, (2, 5, 11), 0.4, (RGB(150, 98, 128), RGB(214, 150, 136)), speed: 0.0003),
            hills("middle", at: 0.68, 0.06, (3, 7, 13), 1.3, (RGB(104, 74, 116), RGB(176, 120, 130)), speed: 0.0006),
            hills(
                "near", at: 0.77, 0.065, (2, 5, 9), 2.2, (RGB(62, 54, 96), RGB(120, 92, 118)), trees: 0.004,
                speed: 0.0011),
            hills(
                "nearest", at: 0.88, 0.07, (1, 3, 7), 3.7, (RGB(22, 26, 50), RGB(40, 40, 64)), trees: 0.016,
                speed: 0.002),
        ]
    }

    /// A ridge of three waves with whole periods in a strip, with trees on it.
    private static func hills(
        _ name: String, at base: Double, _ height: Double, _ waves: (Int, Int, Int), _ phase: Double,
        _ colors: (RGB, RGB), trees: Double = 0, speed: Double
    ) -> Layer {
        let ridge =
            "\(base)+\(height)*(0.55*sin(\(2 * waves.0)*PI*X/W+\(phase))+0.3*sin(\(2 * waves.1)*PI*X/W+\(2 * phase))"
            + "+0.15*sin(\(2 * waves.2)*PI*X/W+\(3 * phase)))-\(trees)*(abs(sin(173*PI*X/W))"
            + "*(0.6+0.4*sin(82*PI*X/W))+0.7*abs(sin(97*PI*X/W+1)))"
        return Layer(
            name: name, opacity: "255*clip(Y-H*(\(ridge)),0,1)", colors: colors, top: base, bottom: base + 0.35,
            speed: speed)
    }
}
