package import OrielMedia

/// Position that a device was playing at one moment.
package struct DeviceReport: Hashable, Sendable {
    package var stamp: AudioStamp
    /// Host time at which that position was heard.
    package var host: Duration
}
