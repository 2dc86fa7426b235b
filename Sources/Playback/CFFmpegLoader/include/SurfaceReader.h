// Copies frames out of a VA-API device, by the libva that libavutil has opened, and checks all that its driver says.
#pragma once

/// Reads the surfaces of one decoder. One thread at a time.
struct oriel_surface_reader;

/// Makes a reader; NULL if memory ran out.
struct oriel_surface_reader *oriel_surface_reader_new(void);
/// Frees a reader; calls no driver.
void oriel_surface_reader_free(struct oriel_surface_reader *reader);

/// Copies the visible samples of a surface (`AV_PIX_FMT_VAAPI`) into new memory; properties aren't copied.
///
/// libavutil's `av_hwframe_transfer_data` reads whatever an image's strides and offsets say. This checks them against
/// the frame and the image's buffer, and that the buffer is memory, so a driver's lie is an error and no crash.
/// `surface` and `frame` are `AVFrame`s; their type would belong to two modules.
/// Returns NULL, or words about the failure, valid until the next call; the frame is blank then.
const char *oriel_read_surface(struct oriel_surface_reader *reader, const void *surface, void *frame);

/// Waits until a surface (`AV_PIX_FMT_VAAPI`) is decoded, as its export doesn't. Returns NULL, or words about the
/// failure.
const char *oriel_sync_surface(struct oriel_surface_reader *reader, const void *surface);
