import Foundation
import Oriel
import OrielLibav
import Testing

/// Texts of errors in an app's alerts and logs.
@Suite struct LocalizedErrorTests {
    @Test(arguments: PictureInPictureError.allCases)
    func aFailedStartHasWords(error: PictureInPictureError) {
        #expect((error as any Error).localizedDescription == error.description)
    }

    /// Optional values are printed with their debugging descriptions.
    @Test func printedValuesNameNoModule() {
        let values: [Any?] = [
            StopReason.programmatic, PictureInPictureTransitionState.active, PictureInPictureError.cancelled,
        ]
        #expect(values.allSatisfy { !String(reflecting: $0).contains("Oriel") })
        #expect(String(describing: StopReason?.some(.programmatic)) == "Optional(programmatic)")
        #expect("\(StopReason.programmatic)" == "programmatic")
    }

    @Test func everyOtherErrorHasWords() {
        let start = StartError("no Wayland compositor", advice: "start one")
        #expect((start as any Error).localizedDescription == "no Wayland compositor")
        #expect(start.recoverySuggestion == "start one" && StartError("x").recoverySuggestion == nil)
        #expect((SampleBufferError.closed as any Error).localizedDescription == "the view is closed")
        let media = MediaError(.noSuchFile, MediaLocation("film.mkv"))
        #expect((media as any Error).localizedDescription == media.description)
        #expect(media.description == "film.mkv: no such file")
    }
}
