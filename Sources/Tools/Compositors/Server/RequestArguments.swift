import CWaylandServer

/// Arguments of a request during its dispatch, for generated code. All values returned are copies.
package struct RequestArguments {
    let values: UnsafeMutablePointer<wl_argument>?
    let owner: Resource

    private func value(_ index: Int) -> wl_argument { values?[index] ?? wl_argument() }

    package func int(_ index: Int) -> Int32 { value(index).i }
    package func uint(_ index: Int) -> UInt32 { value(index).u }
    package func fixed(_ index: Int) -> Double { Double(value(index).f) / 256 }
    package func optionalString(_ index: Int) -> String? { value(index).s.map { String(cString: $0) } }
    package func string(_ index: Int) -> String { optionalString(index) ?? "" }
    /// Argument `index` of type fd; the receiver must close it.
    package func descriptor(_ index: Int) -> CInt { value(index).h }

    package func array(_ index: Int) -> [UInt8] {
        guard let array = value(index).a?.pointee, let data = array.data, array.size > 0 else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: data, count: array.size))
    }

    package func object<T: Resource>(_ index: Int) -> T? { T.existing(value(index).o) }

    /// The new object that the client requests.
    package func newObject<T: Resource>(_ index: Int) -> T {
        T(Resource.Raw(client: owner.client, version: owner.version, id: value(index).n))
    }
}
