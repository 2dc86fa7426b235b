import Oriel
import Testing

@MainActor @Suite struct VideoCallContentTests {
    @Test func case103_aShapeBeyond239IsRefusedAndTheOldOneKept() {
        let content = VideoCallContent(preferredContentSize: Size(width: 1280, height: 720))
        for size in [
            Size(width: 240, height: 100), Size(width: 100, height: 240), Size(width: 0, height: 0),
            Size(width: -239, height: 100), Size(width: .max, height: 1), Size(width: .min, height: .min),
        ] {
            content.preferredContentSize = size
            #expect(content.preferredContentSize == Size(width: 1280, height: 720), "\(size)")
        }
        for size in [
            Size(width: 239, height: 100), Size(width: 100, height: 239), Size(width: 1920, height: 804),
            Size(width: 1, height: 1), Size(width: .max, height: .max),
        ] {
            content.preferredContentSize = size
            #expect(content.preferredContentSize == size)
        }
        #expect(
            VideoCallContent(preferredContentSize: Size(width: 5, height: 1)).preferredContentSize
                == Size(width: 1080, height: 1920))
    }
}
