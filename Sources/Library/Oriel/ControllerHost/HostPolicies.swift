/// The app's decisions about a view that its controller's host follows.
struct HostPolicies {
    /// Whether the view closes when its user closes Picture in Picture.
    let closesByUser: Bool
    let allowsPictureInPicture: Bool
    let pausesInBackground: Bool
}
