import OrielWindows

/// The origin of a request, and the way its outcome is reported: by a message on the picture, or by a reply.
struct RequestContext {
    /// Whether the effect is shown as a message.
    var announces = true
    /// Seat and serial of the event behind the request; nil for a command.
    var origin: SurfaceInput.Origin?
    /// Receives the outcome when the effect is complete; nil for keys and controls.
    var reply: PendingCommands.Reply?
}
