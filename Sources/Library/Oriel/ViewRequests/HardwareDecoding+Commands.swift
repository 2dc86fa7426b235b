import OrielDecode
import OrielSceneHandoff

extension HardwareDecoding {
    init(_ wish: PlayerCommand.HardwareDecoding) {
        self =
            switch wish {
            case .no: .no
            case .auto: .auto
            case .vaapi: .vaapi
            }
    }
}
