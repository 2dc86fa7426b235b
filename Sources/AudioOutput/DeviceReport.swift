package import OrielMedia

/// What a device was playing at one moment.
package struct DeviceReport: Hashable, Sendable {
    package var stamp: AudioStamp
    /// Host time at which that was heard.
    package var host: Duration
    /// Sound that was given away and not heard yet.
    package var latency: Duration

    package init(stamp: AudioStamp, host: Duration, latency: Duration) {
        self.stamp = stamp
        self.host = host
        self.latency = latency
    }
}
