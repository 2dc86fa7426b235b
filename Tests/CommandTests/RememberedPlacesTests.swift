import Foundation
import OrielCommand
import OrielGeometry
import OrielWindows
import Testing

@Suite struct RememberedPlacesTests {
    private struct Folder: ~Copyable {
        let path = NSTemporaryDirectory() + "oriel-places-" + UUID().uuidString
        var state: StateFolder { StateFolder(path: path + "/oriel") }
        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func place(_ output: String, _ corner: Corner, width: Int = 320) -> PictureInPicturePlace {
        PictureInPicturePlace(output: output, corner: corner, x: 20, y: 20, size: Size(width: width, height: 180))
    }

    @Test func eachOutputAndShapeHasItsOwn() throws {
        let folder = try Folder()
        RememberedPlaces.update(in: folder.state) {
            $0.leave(place("A", .topLeft), aspectRatio: 16 / 9)
            $0.leave(place("A", .topRight), aspectRatio: 4 / 3)
            $0.leave(place("B", .bottomLeft), aspectRatio: 16 / 9)
        }
        let places = RememberedPlaces(from: folder.state)
        #expect(places.place(onAnyOf: ["A"], aspectRatio: 1.78) == place("A", .topLeft))
        #expect(places.place(onAnyOf: ["A"], aspectRatio: 1.33) == place("A", .topRight))
        // For an unknown aspect ratio, the output's last placement.
        #expect(places.place(onAnyOf: ["A"], aspectRatio: 2.4) == place("A", .topRight))
        #expect(places.place(onAnyOf: ["A", "B"], aspectRatio: 4 / 3) == place("B", .bottomLeft))
        #expect(places.place(onAnyOf: ["C"], aspectRatio: 16 / 9) == nil)
        #expect(places.place(onAnyOf: [], aspectRatio: 16 / 9) == nil)
    }

    @Test func theLastOneCountsAndOnlySoManyAreKept() {
        var places = RememberedPlaces()
        places.leave(place("A", .topLeft), aspectRatio: 1.78)
        places.leave(place("A", .bottomLeft, width: 400), aspectRatio: 1.777)
        #expect(places.place(onAnyOf: ["A"], aspectRatio: 1.78) == place("A", .bottomLeft, width: 400))
        for number in 0..<200 { places.leave(place("\(number)", .topLeft), aspectRatio: 1) }
        #expect(places.place(onAnyOf: ["A"], aspectRatio: 1.78) == nil)
        #expect(places.place(onAnyOf: ["199"], aspectRatio: 1) != nil)
    }

    /// Overflowing numbers, an invalid aspect ratio, and a file of another kind.
    @Test(arguments: [
        "", "[", "{}", "{\"entries\":7}", "\u{0}",
        "{\"entries\":[{\"output\":\"A\",\"aspect\":1.8,\"corner\":\"middle\",\"x\":1,\"y\":1,\"width\":9,\"height\":9}]}",
        "{\"entries\":[{\"output\":\"A\",\"aspect\":1.8,\"corner\":\"top-left\",\"x\":9223372036854775807,\"y\":1,\"width\":9,\"height\":9}]}",
        "{\"entries\":[{\"output\":\"A\",\"aspect\":1.8,\"corner\":\"top-left\",\"x\":1,\"y\":1,\"width\":-9,\"height\":9}]}",
        "{\"entries\":[{\"output\":\"A\",\"aspect\":1e999,\"corner\":\"top-left\",\"x\":1,\"y\":1,\"width\":9,\"height\":9}]}",
        "{\"entries\":[{\"output\":\"A\",\"aspect\":0,\"corner\":\"top-left\",\"x\":1,\"y\":1,\"width\":9,\"height\":9}]}",
    ])
    func nonsenseIsNothingRemembered(text: String) throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.state.path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: folder.state.path + "/places.json"))
        #expect(RememberedPlaces(from: folder.state).place(onAnyOf: ["A"], aspectRatio: 1.8) == nil)
        RememberedPlaces.update(in: folder.state) { $0.leave(place("A", .topLeft), aspectRatio: 1.8) }
        #expect(RememberedPlaces(from: folder.state).place(onAnyOf: ["A"], aspectRatio: 1.8) == place("A", .topLeft))
    }

    @Test func whatIsNoPlaceIsNotRemembered() throws {
        var places = RememberedPlaces()
        places.leave(place("A", .topLeft, width: 1 << 40), aspectRatio: 1.8)
        places.leave(place("A", .topLeft), aspectRatio: .nan)
        #expect(places == RememberedPlaces())
        let folder = try Folder()
        try Data().write(to: URL(filePath: folder.path + "/oriel"))
        RememberedPlaces.update(in: folder.state) { $0.leave(place("A", .topLeft), aspectRatio: 1) }
        RememberedPlaces.update(in: nil) { $0.leave(place("A", .topLeft), aspectRatio: 1) }
    }
}
