/// The GLSL sources in the package's `Shaders/`, compiled in by the plugin `GenerateSources`: `video.frag` becomes
/// `ShaderSource.videoFragment`, `video.vert` becomes `.videoVertex`, `color_matrix.glsl` becomes `.colorMatrix`.
package enum ShaderSource {}
