public import ArgumentParser
public import OrielGeometry

extension Size: ExpressibleByArgument {
    public init?(argument: String) { self.init(parsing: argument) }
}
