import OrielControls
import OrielMedia
import OrielPlatform
import OrielPlayer
import OrielRemoteControl
import OrielText
import OrielTexts
import OrielTransport

extension OnScreenDisplay {
    /// The page's text: a title, and lines of a label and a value with a tab between.
    var page: String {
        let status = host.session.status
        var lines = [status.title, "\(localized("Position"))\t\(place(status))"]
        if let video = status.video {
            lines.append("\(localized("Video"))\t\(picture(video))")
            if player.hardwareDecoding != .no, !video.codec.isEmpty {
                lines.append("\(localized("Decoded"))\t\(decoding(video))")
            }
            if let words = surfaceWords {
                lines.append("\(localized("Drawn"))\t\(localized("by \(video.renderer): \(words)"))")
            }
        }
        let frames = status.frames
        let (presented, decoded) = (frames.presented, frames.decoded)
        lines.append("\(localized("Frames"))\t\(localized("\(presented) presented of \(decoded) decoded"))")
        lines.append("\t" + localized("\(frames.dropped) dropped, \(frames.late) late, \(frames.repeated) repeated"))
        if let audio = status.audio {
            let volume = status.muted ? localized("Muted") : localized("Volume \(status.volume) %")
            let way = localized("\(audio.codec) to \(audio.sink)")
            lines.append("\(localized("Sound"))\t\(localized("\(way), \(volume)"))")
            let offset = DecimalText.text(audio.offset)
            lines.append("\t" + localized("\(offset) ms ahead of the picture, \(audio.underruns) underruns"))
        }
        if let until = player.source.state.bufferedUntil, until > player.position {
            let seconds = DecimalText.text((until - player.position).seconds)
            lines.append("\(localized("Ahead"))\t\(localized("\(seconds) s"))")
        }
        return lines.joined(separator: "\n")
    }

    /// Size and mode of the surface that is drawn; nil if there is none.
    private var surfaceWords: String? {
        host.scene.shownPicture.map {
            let mode: String =
                switch host.session.mode {
                case .window, .hidden: localized("window")
                case .fullscreen: localized("full screen")
                case .pip: localized("Picture in Picture")
                }
            return localized("\($0.bufferSize.width)×\($0.bufferSize.height) pixels, \(mode)")
        }
    }

    private func place(_ status: PlayerStatus) -> String {
        var place = ClockText.text(player.position)
        if let duration = player.duration { place += " / " + ClockText.text(duration) }
        if let list = status.list { place = localized("\(place), \(list.index) of \(list.count)") }
        if player.speed != 1 { place = localized("\(place), at \(SpeedText.text(player.speed))") }
        return place
    }

    private func picture(_ video: PlayerStatus.Video) -> String {
        let codec = video.codec.isEmpty ? localized("a picture") : video.codec
        var words = localized("\(codec), \(video.width)×\(video.height)")
        if video.fps > 0 { words = localized("\(words), \(DecimalText.text(video.fps)) fps") }
        if video.deinterlaced { words = localized("\(words), deinterlaced") }
        return words
    }

    private func decoding(_ video: PlayerStatus.Video) -> String {
        let way =
            if video.hwdec == "none" {
                localized("in software")
            } else if player.currentFrame?.buffer == nil {
                localized("by \(video.hwdec), copied")
            } else {
                localized("by \(video.hwdec), drawn in place")
            }
        // Reasons are English in every language.
        return way + (video.hwdecReason.map { ": \($0)" } ?? "")
    }
}
