// One pixel of a video frame. The program that compiles this defines, per variant:
//   PLANES_YUV | PLANES_Y_UV | PLANES_Y | PACKED   how the components lie in textures
//   ALPHA_PLANE, ALPHA_PACKED                      where alpha comes from, if the frame has it
//   ROUNDED                                        this quad has a rounded corner in it
//   OPAQUE                                         no pixel lets anything through
//   LIGHT_GAMMA, LIGHT_LINEAR, LIGHT_PQ, LIGHT_HLG   other primaries or a wider range than the screen's; how it is coded
//   DITHER                                         samples have more bits than the screen's
//   LUMA_TAPS_X/Y, CHROMA_TAPS_X/Y                 how many filtered reads make up one pixel
precision highp float;

in vec2 lumaCoordinate;
in vec2 chromaCoordinate;
out vec4 color;

uniform sampler2D plane0;
uniform sampler2D plane1;
uniform sampler2D plane2;
uniform sampler2D planeAlpha;
// The components as they come out of the textures, to R'G'B'.
uniform mat3 conversion;
uniform vec3 conversionOffset;
// Alpha = texture value * x + y.
uniform vec2 alphaScale;
// From the frame's primaries to the screen's, in linear light.
uniform mat3 primaries;
uniform vec2 lumaStep;
uniform vec2 chromaStep;
uniform float opacity;
// The rounded rectangle: centre, half size less the radius, all in pixels with y as gl_FragCoord has it.
uniform vec4 roundedBox;
uniform float cornerRadius;
// Width of the light line along the edge, 0 for none, and its opacity.
uniform vec2 edgeLine;

#if defined(LIGHT_GAMMA) || defined(LIGHT_LINEAR) || defined(LIGHT_PQ) || defined(LIGHT_HLG)
// All light is relative to the white of paper, 203 cd/m2 (ITU-R BT.2408).
const float paperWhite = 203.0;
// The brightest, by the metadata.
uniform float peak;
const float screenGamma = 2.2;

vec3 lightOf(vec3 signal) {
    signal = clamp(signal, 0.0, 1.0);
#if defined(LIGHT_PQ)
    // SMPTE ST 2084.
    vec3 root = pow(signal, vec3(32.0 / 2523.0));
    vec3 light = max(root - 0.8359375, 0.0) / (18.8515625 - 18.6875 * root);
    return pow(light, vec3(8192.0 / 1305.0)) * (10000.0 / paperWhite);
#elif defined(LIGHT_HLG)
    // ARIB STD-B67's scene light, and BT.2100's system gamma for a screen of the peak's brightness.
    vec3 low = signal * signal / 3.0;
    vec3 high = (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12.0;
    vec3 scene = mix(low, high, step(0.5, signal));
    return scene * pow(max(dot(scene, vec3(0.2627, 0.6780, 0.0593)), 1e-6), 0.2) * peak;
#elif defined(LIGHT_LINEAR)
    return signal;
#else
    return pow(signal, vec3(screenGamma));
#endif
}

// Leaves the darker half alone and bends the rest, so that the peak becomes the screen's white; hue stays.
vec3 compressed(vec3 light) {
    const float knee = 0.5;
    float a = -knee * knee * (peak - 1.0) / (knee * knee - 2.0 * knee + peak);
    float b = (knee * knee - 2.0 * knee * peak + peak) / (peak - 1.0);
    float brightest = max(max(light.r, light.g), max(light.b, 1e-6));
    float bent = (b * b + 2.0 * b * knee + knee * knee) / (b - a) * (brightest + a) / (brightest + b);
    return brightest > knee ? light * (min(bent, 1.0) / brightest) : light;
}

vec3 onScreen(vec3 signal) {
    vec3 light = lightOf(signal);
#if defined(LIGHT_PQ) || defined(LIGHT_HLG)
    light = compressed(light);
#endif
    return pow(clamp(primaries * light, 0.0, 1.0), vec3(1.0 / screenGamma));
}
#else
vec3 onScreen(vec3 signal) { return signal; }
#endif

#if defined(DITHER)
// The place's rank in an ordered matrix of 8 by 8 (Bayer, 1973), in steps of a byte around none.
float threshold() {
    uvec2 place = uvec2(gl_FragCoord.xy);
    uint crossed = place.x ^ place.y;
    uint rank = 0u;
    for (uint bit = 0u; bit < 3u; ++bit) rank = rank << 2u | (crossed >> bit & 1u) << 1u | (place.y >> bit & 1u);
    return ((float(rank) + 0.5) / 64.0 - 0.5) / 255.0;
}
#endif

#define TAPS(plane, coordinate, tapStep, countX, countY) \
    vec4 sum = vec4(0.0); \
    vec2 first = coordinate - tapStep * (0.5 * vec2(float(countX - 1), float(countY - 1))); \
    for (int y = 0; y < countY; ++y) \
        for (int x = 0; x < countX; ++x) \
            sum += texture(plane, first + tapStep * vec2(float(x), float(y))); \
    return sum * (1.0 / float(countX * countY));

vec4 luma(sampler2D plane) {
#if LUMA_TAPS_X * LUMA_TAPS_Y == 1
    return texture(plane, lumaCoordinate);
#else
    TAPS(plane, lumaCoordinate, lumaStep, LUMA_TAPS_X, LUMA_TAPS_Y)
#endif
}

vec4 chroma(sampler2D plane) {
#if CHROMA_TAPS_X * CHROMA_TAPS_Y == 1
    return texture(plane, chromaCoordinate);
#else
    TAPS(plane, chromaCoordinate, chromaStep, CHROMA_TAPS_X, CHROMA_TAPS_Y)
#endif
}

void main() {
#if defined(PLANES_YUV)
    vec3 components = vec3(luma(plane0).r, chroma(plane1).r, chroma(plane2).r);
#elif defined(PLANES_Y_UV)
    vec3 components = vec3(luma(plane0).r, chroma(plane1).rg);
#elif defined(PLANES_Y)
    vec3 components = vec3(luma(plane0).r, 0.0, 0.0);
#else
    vec4 texel = luma(plane0);
    vec3 components = texel.rgb;
#endif
    vec3 rgb = onScreen(conversion * components + conversionOffset);

#if defined(DITHER)
    rgb += threshold();
#endif

#if !defined(OPAQUE)
    float coverage = opacity;
#endif
#if defined(ALPHA_PLANE) || defined(ALPHA_PACKED)
#if defined(ALPHA_PLANE)
    float alpha = luma(planeAlpha).r * alphaScale.x + alphaScale.y;
#else
    float alpha = texel.a * alphaScale.x + alphaScale.y;
#endif
    rgb = clamp(rgb, 0.0, 1.0);
    rgb *= alpha;
#endif
#if defined(ROUNDED)
    vec2 beyond = max(abs(gl_FragCoord.xy - roundedBox.xy) - roundedBox.zw, 0.0);
    float depth = cornerRadius - length(beyond);
    if (edgeLine.x > 0.0) rgb = mix(rgb, vec3(1.0), edgeLine.y * clamp(edgeLine.x + 0.5 - depth, 0.0, 1.0));
    coverage *= clamp(depth + 0.5, 0.0, 1.0);
#endif
#if defined(OPAQUE)
    color = vec4(rgb, 1.0);
#else
    color = vec4(clamp(rgb, 0.0, 1.0) * coverage, coverage);
#endif
}
