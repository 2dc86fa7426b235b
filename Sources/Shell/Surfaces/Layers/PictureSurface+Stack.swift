package import OrielWayland

extension PictureSurface {
    /// Makes a surface on a stage, with a stack of subsurfaces over it.
    package convenience init(_ surface: Surface, stage: Stage) {
        self.init(surface, on: stage)
        layers = SurfaceStack(on: self, stage)
    }

    /// The subsurfaces over the picture.
    package var stack: SurfaceStack { layers as! SurfaceStack }
}
