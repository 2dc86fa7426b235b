// Corners of a rectangle in target pixels (y down) to clip space, and to the planes' coordinates.
precision highp float;

in vec2 position;
// Clip space = position * xy + zw.
uniform vec4 clipTransform;
// Columns: a step right, a step down, the origin; in normalised coordinates of the plane.
uniform mat3x2 lumaMap;
uniform mat3x2 chromaMap;

out vec2 lumaCoordinate;
out vec2 chromaCoordinate;

void main() {
    gl_Position = vec4(position * clipTransform.xy + clipTransform.zw, 0.0, 1.0);
    lumaCoordinate = lumaMap * vec3(position, 1.0);
    chromaCoordinate = chromaMap * vec3(position, 1.0);
}
