import OrielControls
import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielTexts
import OrielTransport

/// The pages about speed, the picture's form, and Picture in Picture.
extension ViewMenu {
    var speedItems: [MenuItem] {
        let speed = player.speed
        return [
            .slider(localized("Speed"), speed, in: 0.25...2, step: 0.05, detail: SpeedText.text(speed)) { .speed($0) }
        ]
            + [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2].map { choice in
                .choice(SpeedText.text(choice), abs(speed - choice) < 0.005, .speed(choice))
            }
    }

    private func form(_ label: String, _ change: (inout PictureForm) -> Void) -> MenuItem {
        var form = player.pictureForm
        change(&form)
        return .choice(label, form == player.pictureForm, .pictureForm(form))
    }

    var zoomItems: [MenuItem] {
        let zoom = player.pictureForm.zoom
        return VideoGravity.allCases.map { gravity in form(gravity.name) { $0.gravity = gravity } }
            + [
                .separator,
                .slider(localized("Zoom"), zoom, in: 1...4, step: 0.1, detail: "\(Int((zoom * 100).rounded())) %") {
                    .zoom(.to($0), on: nil)
                },
                .separator, form(localized("Whole video")) { $0.crop = .none },
                form(localized("Without black bars")) { $0.crop = .blackBars },
                .action(localized("Choose a part…"), .chooseCrop, key: key(.crop)),
            ]
    }

    var aspectItems: [MenuItem] {
        PictureForm.aspects.map { aspect in form(PictureForm.name(ofAspect: aspect)) { $0.aspectRatio = aspect } }
    }

    var rotationItems: [MenuItem] {
        SampleBuffer.Rotation.allCases.map { rotation in form("\(rotation.rawValue)°") { $0.rotation = rotation } }
    }

    var pictureInPictureItems: [MenuItem] {
        guard let floating = scene.floating else { return [] }
        var items: [MenuItem] = []
        if floating.canMove {
            items += Corner.allCases.map { corner in
                .choice(corner.name, scene.overlay.placement?.corner == corner, .command(.move(corner)))
            }
            items.append(.separator)
        }
        items.append(.menu(localized("Size"), .size))
        if scene.desktop.globals.hasOpacity {
            let opacity = scene.options.pictureInPicture.opacity
            items.append(
                .slider(
                    localized("Opacity"), opacity, in: 0.2...1, step: 0.1, detail: "\(Int((opacity * 100).rounded())) %"
                ) {
                    .opacity($0)
                })
        }
        items.append(.separator)
        items.append(.action(localized("Look through"), .command(.peek(true))))
        items.append(.action(localized("Let clicks through"), .command(.lock), key: key(.toggleLock)))
        if floating.kind == .layerShell {
            items.append(.action(localized("Put away at the edge"), .command(.stash), key: key(.toggleStash)))
        }
        items.append(.action(localized("Close"), .command(.close)))
        return items
    }

    /// Widths as parts of the output's.
    var sizeItems: [MenuItem] {
        let output = scene.overlay.area
        return [(localized("Small"), 0.15), (localized("Medium"), 0.25), (localized("Large"), 0.4)].map { name, share in
            let width = Int((Double(output.width) * share).rounded())
            return .action(name, .command(.resize(Size(width: width, height: output.height))))
        }
    }
}

extension Corner {
    fileprivate var name: String {
        switch self {
        case .topLeft: localized("Top left")
        case .topRight: localized("Top right")
        case .bottomLeft: localized("Bottom left")
        case .bottomRight: localized("Bottom right")
        }
    }
}
