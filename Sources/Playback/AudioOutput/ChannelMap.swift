import CPulse

extension pa_channel_map {
    /// Makes the map for a number of channels, in the order of libavutil's default layout
    /// (`av_channel_layout_default`). The server's own order differs.
    init(channels count: Int) {
        let positions: [pa_channel_position_t] =
            switch count {
            case 1: [PA_CHANNEL_POSITION_MONO]
            case 6, 8:
                [
                    PA_CHANNEL_POSITION_FRONT_LEFT, PA_CHANNEL_POSITION_FRONT_RIGHT,
                    PA_CHANNEL_POSITION_FRONT_CENTER, PA_CHANNEL_POSITION_LFE, PA_CHANNEL_POSITION_REAR_LEFT,
                    PA_CHANNEL_POSITION_REAR_RIGHT, PA_CHANNEL_POSITION_SIDE_LEFT, PA_CHANNEL_POSITION_SIDE_RIGHT,
                ]
            default: [PA_CHANNEL_POSITION_FRONT_LEFT, PA_CHANNEL_POSITION_FRONT_RIGHT]
            }
        self.init()
        channels = UInt8(clamping: count)
        withUnsafeMutableBytes(of: &map) { bytes in
            let places = bytes.bindMemory(to: pa_channel_position_t.self)
            for (index, position) in zip(places.indices, positions.prefix(count)) { places[index] = position }
        }
    }
}
