import CAss

extension TextAnchor {
    /// Alignment in libass's styles.
    var alignment: CInt {
        [HALIGN_LEFT, HALIGN_CENTER, HALIGN_RIGHT][column] | [VALIGN_TOP, VALIGN_CENTER, VALIGN_SUB][row]
    }
}
