import Foundation
import OrielGeometry
import OrielTestSupport

/// A film of a second with two sound tracks, subtitles, two chapters and a title.
enum ClipOfTwoLanguages {
    static func write(in folder: TemporaryFolder, size: Size) throws -> String {
        let path = "\(folder.path)/film.mkv"
        try Data("1\n00:00:00,100 --> 00:00:00,900\nA line\n".utf8).write(to: URL(filePath: "\(folder.path)/a.srt"))
        let facts = """
            ;FFMETADATA1
            title=A film
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=500
            title=Beginning
            [CHAPTER]
            TIMEBASE=1/1000
            START=500
            END=1000
            title=End

            """
        try Data(facts.utf8).write(to: URL(filePath: "\(folder.path)/facts.txt"))
        let sound = ["-f", "lavfi", "-i", "sine=440:d=1", "-f", "lavfi", "-i", "sine=880:d=1"]
        try ffmpeg(
            ["-f", "lavfi", "-i", "testsrc=s=\(size.width)x\(size.height):d=1"] + sound + [
                "-i", "\(folder.path)/a.srt", "-i", "\(folder.path)/facts.txt", "-map", "0", "-map", "1", "-map", "2",
            ] + ["-map", "3", "-map_metadata", "4", "-map_chapters", "4", "-metadata:s:a:0", "language=eng"] + [
                "-metadata:s:a:1", "language=ger", path,
            ])
        return path
    }
}
