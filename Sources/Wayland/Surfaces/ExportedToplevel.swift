import OrielWaylandProtocols

/// A window that other programs may put theirs in front of, by its handle (`zxdg_exported_v2`), for as long as this object lives.
public final class ExportedToplevel {
    private let object: ZxdgExportedV2

    /// Nil where the compositor doesn't offer it.
    /// - Parameters:
    ///   - surface: a toplevel's.
    ///   - handler: gets the handle, once.
    public init?(_ surface: Surface, _ handler: @escaping (String) -> Void) {
        guard let exporter = surface.globals.exporter, surface.isAlive else { return nil }
        object = exporter.exportToplevel(surface: surface.object)
        var handler: ((String) -> Void)? = handler
        object.onEvent = { event in
            guard case .handle(let text) = event else { return }
            handler?(text)
            handler = nil
        }
    }

    deinit { object.destroy() }
}
