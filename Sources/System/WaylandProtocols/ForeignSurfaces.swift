extension ZwpIdleInhibitManagerV1 {
    /// Keeps the screen on while a surface of the app's is visible (`create_inhibitor`).
    public func createInhibitor(foreignSurface: OpaquePointer) -> ZwpIdleInhibitorV1 {
        create(ZwpIdleInhibitorV1.self, 1, .newObject, .foreignObject(foreignSurface))
    }
}
