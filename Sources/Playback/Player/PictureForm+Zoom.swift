import Glibc
package import OrielGeometry

/// A change of the zoom on one surface.
package enum ZoomChange: Hashable, Sendable {
    /// To an enlargement; 1 for none.
    case to(Double)
    /// Steps of a wheel or a key; inwards is positive. The picture stays where it is at a point of the surface.
    case by(steps: Double, around: UnitPoint)
    /// By a factor, as two fingers do.
    case scale(Double, around: UnitPoint)
    /// Moves the enlarged picture by parts of the surface.
    case pan(dx: Double, dy: Double)
}

extension PictureForm {
    /// Factor of one step.
    private static let step = 1.1

    /// Whether less than the whole picture is seen, so that it can be moved on its surface.
    package var canPan: Bool { zoom > 1 }

    /// Changes the zoom.
    /// - Parameters:
    ///   - fit: the picture.
    ///   - target: the size of the surface.
    package mutating func change(_ change: ZoomChange, of fit: ContentFit, on target: Size) {
        guard !target.isEmpty else { return }
        switch change {
        case .to(let zoom): scale(to: zoom, around: .center, of: fit, on: target)
        case .by(let steps, let point):
            // More steps than lead from one limit to the other are the same.
            let exact = zoom * pow(Self.step, min(max(steps, -32), 32))
            // Steps back meet the whole picture.
            scale(to: exact < 1.05 ? 1 : (exact * 100).rounded() / 100, around: point, of: fit, on: target)
        case .scale(let factor, let point):
            scale(to: zoom * (factor.isFinite ? factor : 1), around: point, of: fit, on: target)
        case .pan(let dx, let dy):
            guard canPan, dx.isFinite, dy.isFinite else { return }
            let seen = view(of: fit, in: target)
            move(
                to: UnitPoint(
                    x: seen.part.x + (0.5 - dx) * seen.part.width, y: seen.part.y + (0.5 - dy) * seen.part.height), seen
            )
        }
    }

    private mutating func scale(to zoom: Double, around point: UnitPoint, of fit: ContentFit, on target: Size) {
        /// A point of the surface in parts of the picture's area there.
        func inside(_ area: Rect) -> UnitPoint {
            func part(_ place: Double, _ length: Int, _ start: Int, _ all: Int) -> Double {
                min(max(0, (place * Double(all) - Double(start)) / Double(max(1, length))), 1)
            }
            return UnitPoint(
                x: part(point.x, area.width, area.x, target.width),
                y: part(point.y, area.height, area.y, target.height))
        }
        guard point.isFinite else { return }
        let before = view(of: fit, in: target)
        let place = inside(before.destination)
        let held = (
            x: before.part.x + place.x * before.part.width, y: before.part.y + place.y * before.part.height
        )
        self.zoom = zoom
        let after = view(of: fit, in: target)
        let now = inside(after.destination)
        move(
            to: UnitPoint(
                x: held.x + (0.5 - now.x) * after.part.width, y: held.y + (0.5 - now.y) * after.part.height), after)
    }

    /// Moves the middle to a point, as far as edges of the picture stay outside.
    private mutating func move(to point: UnitPoint, _ seen: (part: UnitRect, destination: Rect)) {
        func limited(_ place: Double, _ length: Double) -> Double { min(max(place, length / 2), 1 - length / 2) }
        zoomCenter = UnitPoint(x: limited(point.x, seen.part.width), y: limited(point.y, seen.part.height))
    }
}
