import OrielMedia
import OrielPlatform
import OrielPlayer
import OrielRemoteControl
import OrielText
import OrielTransport

extension OnScreenDisplay {
    /// The page's text: a title, and lines of a label and a value with a tab between.
    var page: String {
        let status = host.status
        var lines = [status.title]
        let length = player.duration.map { " / " + Message.clock($0) } ?? ""
        var position = Message.clock(player.position) + length
        if let list = status.list { position += ", \(list.index) of \(list.count)" }
        if player.speed != 1 { position += ", at \(Self.decimal(player.speed)) ×" }
        lines.append("Position\t" + position)
        if let video = status.video {
            let rate = video.fps > 0 ? ", \(Self.decimal(video.fps)) fps" : ""
            lines.append(
                "Video\t\(video.codec.isEmpty ? "a picture" : video.codec), \(video.width)×\(video.height)\(rate)\(video.deinterlaced ? ", deinterlaced" : "")"
            )
            if player.hardwareDecoding != .no, !video.codec.isEmpty {
                let place = player.currentFrame?.buffer == nil ? "copied" : "drawn in place"
                let way = video.hwdec == "none" ? "in software" : "by \(video.hwdec), \(place)"
                lines.append("Decoded\t\(way)\(video.hwdecReason.map { ": \($0)" } ?? "")")
            }
            if let words = host.surfaceWords { lines.append("Drawn\tby \(video.renderer): \(words)") }
        }
        let frames = status.frames
        lines.append("Frames\t\(frames.presented) presented of \(frames.decoded) decoded")
        lines.append("\t\(frames.dropped) dropped, \(frames.late) late, \(frames.repeated) repeated")
        if let audio = status.audio {
            lines.append(
                "Sound\t\(audio.codec) to \(audio.sink), volume \(status.muted ? "muted" : "\(status.volume) %")")
            lines.append("\t\(Self.decimal(audio.offset)) ms ahead of the picture, \(audio.underruns) underruns")
        }
        if let until = player.source.state.bufferedUntil, until > player.position {
            lines.append("Ahead\t\(Self.decimal((until - player.position).seconds)) s")
        }
        return lines.joined(separator: "\n")
    }

    private static func decimal(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "-" }
        let hundredths = Int((abs(number) * 100).rounded())
        let digits = hundredths % 100
        let rest = digits == 0 ? "" : digits < 10 ? ".0\(digits)" : ".\(digits)"
        return "\(number < 0 && hundredths > 0 ? "-" : "")\(hundredths / 100)\(rest)"
    }
}
