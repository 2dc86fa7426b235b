extension String {
    /// The longest beginning of whole Unicode scalars that is of no more bytes of UTF-8 than the limit.
    package func cut(toBytes limit: Int) -> String {
        let end = utf8.index(startIndex, offsetBy: limit, limitedBy: endIndex) ?? endIndex
        // The view rounds an index within a scalar down.
        return String(unicodeScalars[..<end])
    }
}
