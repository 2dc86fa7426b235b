/// Limits of a frame's side and area, in pixels. A crafted header must not make the program allocate gigabytes.
package enum PictureLimits {
    package static let side = 16384
    package static let pixels = 1 << 27
}
