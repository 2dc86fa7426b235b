import ArgumentParser
import OrielGeometry

/// Value of `--size`: a size.
struct SizeArgument: ExpressibleByArgument {
    let size: Size
    init?(argument: String) {
        guard let size = Size(parsing: argument) else { return nil }
        self.size = size
    }
}
