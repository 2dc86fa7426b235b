package import OrielWayland

extension PictureSurface {
    /// Makes a surface on a stage, with a stack of subsurfaces over it.
    package convenience init(_ surface: Surface, stage: Stage) {
        self.init(surface, on: stage)
        _ = stack
    }

    /// The subsurfaces over the picture.
    package var stack: SurfaceStack {
        if let stack = layers as? SurfaceStack { return stack }
        let stack = SurfaceStack(on: self)
        layers = stack
        return stack
    }
}
