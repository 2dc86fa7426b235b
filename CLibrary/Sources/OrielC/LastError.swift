import Glibc

/// Sentence of a thread's last failure; freed with the thread.
enum LastError {
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key) { free($0) } == 0 ? key : nil
    }()

    static var text: UnsafePointer<CChar>? {
        guard let key, let text = pthread_getspecific(key) else { return nil }
        return UnsafePointer(text.assumingMemoryBound(to: CChar.self))
    }

    static func set(_ text: String) {
        guard let key, let copy = strdup(text) else { return }
        free(pthread_getspecific(key))
        pthread_setspecific(key, copy)
    }
}
