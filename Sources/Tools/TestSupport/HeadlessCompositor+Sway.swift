public import OrielCompositors

extension HeadlessCompositor {
    /// Runs `swaymsg` with these arguments and returns its output.
    @discardableResult
    public func swaymsg(_ arguments: String...) throws -> String {
        let child = try launch("swaymsg", arguments)
        guard let exit = child.wait(.seconds(10)) else { throw TestSupportError("swaymsg does not end") }
        guard exit == .code(0) else {
            throw TestSupportError("swaymsg \(arguments): \(child.standardError)\(child.standardOutput)")
        }
        return child.standardOutput
    }
}
