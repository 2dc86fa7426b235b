import CWayland
import Glibc
import OrielPlatform

/// A `wl_display` that the app has connected and owns, with an event queue for our objects on it.
///
/// The app's own code dispatches only its own queues and never sees our events. It may disconnect the display without
/// telling us; libwayland has no notice of that, so `isGone` compares the socket with the one seen at first.
final class SharedDisplay {
    /// The events of our objects (`wl_display_create_queue`).
    let queue: OpaquePointer
    /// The display as the sender of our requests: objects that it creates use our queue
    /// (`wl_proxy_create_wrapper`).
    let wrapper: OpaquePointer
    /// The socket under a number of our own: the app's loop, and ours, may watch the other one.
    let watched: Descriptor
    private let socket: (descriptor: CInt, device: dev_t, inode: ino_t)

    /// nil if the display is disconnected, or if memory or descriptors are short.
    init?(_ display: OpaquePointer) {
        let descriptor = wl_display_get_fd(display)
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, wl_display_get_error(display) == 0 else { return nil }
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { return nil }
        watched = Descriptor(owning: own)
        guard let queue = wl_display_create_queue(display) else { return nil }
        guard let wrapper = wl_proxy_create_wrapper(UnsafeMutableRawPointer(display)) else {
            wl_event_queue_destroy(queue)
            return nil
        }
        self.queue = queue
        self.wrapper = OpaquePointer(wrapper)
        socket = (descriptor, facts.st_dev, facts.st_ino)
        wl_proxy_set_queue(self.wrapper, queue)
    }

    /// The app has disconnected the display: neither it nor an object on it may be touched.
    var isGone: Bool {
        var facts = stat()
        return fstat(socket.descriptor, &facts) != 0 || facts.st_dev != socket.device || facts.st_ino != socket.inode
    }

    /// Frees the queue. All objects that use it must have ended.
    func finish() {
        wl_proxy_wrapper_destroy(UnsafeMutableRawPointer(wrapper))
        wl_event_queue_destroy(queue)
    }
}
