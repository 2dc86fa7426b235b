/// Remembers, from one run of a program to the next, whether its user wants global shortcuts, and the desktop's answer.
///
/// A desktop shows the user a dialogue when a program asks for the first time, so a program must only ask on the user's
/// wish.
@MainActor
public protocol GlobalShortcutMemory: AnyObject {
    /// Whether the shortcuts are to be bound: the user has asked for them and has not refused since.
    var wantsShortcuts: Bool { get }
    /// Folder in which a change may change `wantsShortcuts`, in this or another process; nil for none.
    var watchedFolder: String? { get }
    /// Called with the shortcuts that the desktop has bound.
    func remember(_ shortcuts: [GlobalShortcut])
    /// Called when the user has refused in the desktop's dialogue.
    func rememberRefusal()
}
