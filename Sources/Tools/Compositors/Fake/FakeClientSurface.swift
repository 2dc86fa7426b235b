import OrielGeometry
import OrielWaylandProtocols

/// A surface on the fake compositor's thread: its objects, and the state that a commit moves from pending to current.
final class FakeClientSurface {
    enum Attachment {
        case unchanged
        case nothing
        case buffer(WlBufferResource)
    }

    let object: WlSurfaceResource
    var state: FakeSurface
    var xdgSurface: XdgSurfaceResource?
    var toplevel: XdgToplevelResource?
    var layerSurface: ZwlrLayerSurfaceV1Resource?
    var pictureInPicture: FakePictureInPicture?
    var popup: XdgPopupResource?
    /// The surface had a role once; a surface keeps its role for life.
    var hadRole = false
    var pendingGeometry: Rect?
    /// The input region that the next commit brings; nil if it brings none.
    var pendingInput: [Rect]??
    var pendingOpaque: [Rect]??
    /// Output of a layer surface.
    weak var output: FakeOutput?

    var attachment = Attachment.unchanged
    var scale = 1
    var destination: Size?
    var pendingFrames: [WlCallbackResource] = []
    var pendingFeedback: [WpPresentationFeedbackResource] = []
    /// Callbacks that wait for a refresh.
    var frames: [WlCallbackResource] = []
    var feedback: [(commit: Int, object: WpPresentationFeedbackResource)] = []
    /// Buffers that were not released.
    var kept: [WlBufferResource] = []
    var isConfigured = false
    var isAcknowledged = false

    init(_ object: WlSurfaceResource, number: Int) {
        self.object = object
        state = FakeSurface(number: number)
    }

    /// Applies the pending state; `memory` finds the buffer's contents. Returns the buffer to release.
    func commit(_ memory: FakeMemory) -> WlBufferResource? {
        frames += pendingFrames
        pendingFrames = []
        var old: WlBufferResource?
        switch attachment {
        case .unchanged: break
        case .nothing:
            state.isMapped = false
            state.size = .zero
            state.marks = []
            isConfigured = false
            isAcknowledged = false
        case .buffer(let object):
            let buffer = memory.buffer(object)
            state.bufferSize = buffer?.size ?? .zero
            state.marks = buffer?.marks ?? []
            state.alpha = buffer?.alpha ?? 1
            state.commits += 1
            state.isMapped = state.role != .none
            old = object
        }
        attachment = .unchanged
        if let pendingInput { state.inputRegion = pendingInput }
        pendingInput = nil
        if let pendingOpaque { state.opaqueRegion = pendingOpaque }
        pendingOpaque = nil
        if let pendingGeometry { state.geometry = pendingGeometry }
        pendingGeometry = nil
        if state.isMapped {
            state.size =
                destination
                ?? Size(width: state.bufferSize.width / max(1, scale), height: state.bufferSize.height / max(1, scale))
        }
        feedback += pendingFeedback.map { (state.commits, $0) }
        pendingFeedback = []
        return old
    }
}
