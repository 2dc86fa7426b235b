package import OrielMedia

/// Position that a device was playing at one moment.
package struct DeviceReport: Hashable, Sendable {
    package var stamp: AudioStamp
    /// Host time at which that position was heard.
    package var host: Duration
    /// Duration of the audio that was handed over but not heard yet.
    package var latency: Duration

    package init(stamp: AudioStamp, host: Duration, latency: Duration) {
        self.stamp = stamp
        self.host = host
        self.latency = latency
    }
}
