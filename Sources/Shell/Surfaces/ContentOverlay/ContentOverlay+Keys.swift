extension ContentOverlay {
    /// Gives the slider a number, moved into its range.
    package func slide(to value: Double) {
        guard let slider = accessibility?.slider, !value.isNaN else { return }
        slider.action(min(max(value, slider.range.lowerBound), slider.range.upperBound))
        setNeedsDisplay()
    }
}
