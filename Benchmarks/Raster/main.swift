import Glibc

/// Measures the CPU time of `Raster` and of libswscale for drawing decoded frames into memory, in alternation.
///
///     raster-bench                    all sizes, as a Markdown table
///     raster-bench only NAME SIZES N  N frames of one benchmark, to count instructions
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
