import Glibc

/// Drawing decoded frames into memory: the processor time of `Raster` and of libswscale, in alternating pairs.
///
///     raster-bench                    all sizes, a Markdown table
///     raster-bench only NAME SIZES N  N frames of one of them, for counting instructions
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "only", arguments.count == 4, let frames = Int(arguments[4]),
    let reduction = Reduction.all.first(where: { $0.description == arguments[3] }),
    let drawer = reduction.drawer(named: arguments[2])
{
    for index in 0..<frames { drawer(index) }
} else if arguments.isEmpty {
    Comparison(rounds: 9).print()
} else {
    print(
        "raster-bench [only \(Comparison.names.joined(separator: "|")) \(Reduction.all.map(\.description).joined(separator: "|")) N]"
    )
    exit(2)
}
