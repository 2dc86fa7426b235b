import OrielWaylandProtocols

/// A toplevel that other programs may set as parent of their windows, by its handle (`zxdg_exported_v2`). Exported
/// while this object lives.
public final class ExportedToplevel {
    private let object: ZxdgExportedV2

    /// Exports a toplevel; nil if the compositor doesn't offer the protocol.
    /// - Parameters:
    ///   - surface: surface of a toplevel.
    ///   - handler: called once, with the handle.
    public init?(_ surface: Surface, _ handler: @escaping (String) -> Void) {
        guard let exporter = surface.globals[ZxdgExporterV2.self], surface.isAlive else { return nil }
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
