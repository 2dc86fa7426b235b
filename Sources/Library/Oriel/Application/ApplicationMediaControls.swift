/// The desktop's media controls, as an application and its views use them.
@MainActor
protocol ApplicationMediaControls: AnyObject {
    /// Name of the program for people.
    var identity: String { get }
    /// Notes that something shown may have changed; it is sent in the loop's next step, once for all changes of a turn.
    func noteChange()
    /// Signals that a seek of a view has landed.
    func noteSeek(of view: any ApplicationView)
    /// Leaves the bus.
    func finish()
}
