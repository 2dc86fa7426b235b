public import OrielDecode
public import OrielGeometry
import OrielMedia
import OrielPipeline
import OrielTransport

/// Form of the video in its surfaces.
extension Player {
    /// Scaling, aspect ratio, crop, zoom and rotation; a change applies at once, also while paused. The overlay has the
    /// resulting aspect ratio.
    public var pictureForm: PictureForm {
        get { observed(\.pictureForm, form) }
        set {
            guard newValue != form else { return }
            shownForm.form = newValue
            reform()
            lookForBars()
            notify(.form)
        }
    }

    /// The form, for code that draws.
    package var form: PictureForm { shownForm.form }

    /// Size of the shown video in samples as stored, turned upright as the medium says, before crop and
    /// `PictureForm.rotation`; nil before the first frame.
    public var uprightSize: Size? { shownForm.decoded.map { ContentFit.samples(of: $0) } }

    /// The part of the upright video that is shown, before `PictureForm.rotation` and zoom: the crop, or the part
    /// inside the black bars that were found.
    public var shownPart: UnitRect {
        uprightSize.flatMap { form.crop.part(of: $0, inside: shownForm.bars.content) } ?? .whole
    }

    /// Whether interlaced video, if its frames are flagged so, is deinterlaced to one frame per field. While paused,
    /// the present frame is decoded again. Frames that an app makes are not deinterlaced.
    public var deinterlaces: Bool {
        get { observed(\.deinterlaces, source.settings.deinterlaces) }
        set {
            guard newValue != source.settings.deinterlaces else { return }
            source.settings.deinterlaces = newValue
            let state = source.state
            if isPaused, state.isSeekable, !state.isSoundOnly, !state.isStill { send(.seek(position)) }
            notify(.form)
        }
    }

    /// Whether a graphics device decodes the video. A change to hardware takes effect at the next keyframe, one to
    /// software at once; no frame is lost. Set again, hardware that has failed is tried again. Frames that an app makes
    /// are not decoded.
    public var hardwareDecoding: HardwareDecoding {
        get { observed(\.hardwareDecoding, source.settings.hardware.decoding) }
        set {
            let isChange = newValue != source.settings.hardware.decoding
            source.settings.hardware.renew(newValue)
            if isChange { notify(.form) }
        }
    }
}
