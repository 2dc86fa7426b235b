import OrielMedia

/// Returns a tone's pitch in hertz as it is heard at any speed, by upward zero crossings of the middle half.
func frequency(of buffers: [AudioBuffer]) -> Double {
    let left = buffers.flatMap { buffer in (0..<buffer.frames).map { Double(buffer.samples[$0 * 2]) } }
    let middle = Array(left[left.count / 4..<left.count * 3 / 4])
    let crossings = middle.indices.dropFirst().compactMap { index -> Double? in
        let (before, after) = (middle[index - 1], middle[index])
        return before < 0 && after >= 0 ? Double(index) - after / (after - before) : nil
    }
    guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
    return Double(crossings.count - 1) / (last - first) * Double(buffers[0].format.rate)
}
