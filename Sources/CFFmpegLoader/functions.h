// FFmpeg's functions that Swift and C code of this package calls, tests included: FUNCTION(name) for each.
//
// A called function that isn't listed fails to link; a listed one that isn't in FFmpeg's headers fails to compile.
// Their types are taken from the headers.
//
// Included more than once, by C and by assembly: no include guard, one name per line.
#include <libavcodec/version.h>
#include <libavformat/version.h>

// libavutil.
FUNCTION(av_buffer_create)
FUNCTION(av_buffer_unref)
FUNCTION(av_channel_layout_compare)
FUNCTION(av_channel_layout_copy)
FUNCTION(av_channel_layout_default)
FUNCTION(av_channel_layout_uninit)
FUNCTION(av_dict_free)
FUNCTION(av_dict_get)
FUNCTION(av_dict_set)
FUNCTION(av_fourcc_make_string)
FUNCTION(av_frame_alloc)
FUNCTION(av_frame_copy_props)
FUNCTION(av_frame_free)
FUNCTION(av_frame_get_buffer)
FUNCTION(av_frame_get_side_data)
FUNCTION(av_frame_unref)
FUNCTION(av_free)
FUNCTION(av_freep)
FUNCTION(av_get_pix_fmt)
FUNCTION(av_get_pix_fmt_name)
FUNCTION(av_log_format_line2)
FUNCTION(av_log_set_callback)
FUNCTION(av_malloc)
FUNCTION(av_opt_set)
FUNCTION(av_opt_set_int)
FUNCTION(av_pix_fmt_desc_get)
FUNCTION(av_pix_fmt_desc_get_id)
FUNCTION(av_pix_fmt_desc_next)
FUNCTION(av_rescale_q)
FUNCTION(av_strerror)

// libavcodec.
FUNCTION(av_new_packet)
FUNCTION(av_packet_alloc)
FUNCTION(av_packet_free)
FUNCTION(av_packet_move_ref)
FUNCTION(av_packet_unref)
FUNCTION(avcodec_alloc_context3)
FUNCTION(avcodec_decode_subtitle2)
FUNCTION(avcodec_default_get_buffer2)
FUNCTION(avcodec_descriptor_get)
FUNCTION(avcodec_find_decoder)
FUNCTION(avcodec_find_decoder_by_name)
FUNCTION(avcodec_find_encoder)
FUNCTION(avcodec_flush_buffers)
FUNCTION(avcodec_free_context)
FUNCTION(avcodec_get_name)
FUNCTION(avcodec_open2)
FUNCTION(avcodec_parameters_alloc)
FUNCTION(avcodec_parameters_copy)
FUNCTION(avcodec_parameters_free)
FUNCTION(avcodec_parameters_to_context)
FUNCTION(avcodec_receive_frame)
FUNCTION(avcodec_receive_packet)
FUNCTION(avcodec_send_frame)
FUNCTION(avcodec_send_packet)
FUNCTION(avsubtitle_free)

// libavformat.
FUNCTION(av_find_best_stream)
FUNCTION(av_guess_frame_rate)
FUNCTION(av_guess_sample_aspect_ratio)
FUNCTION(av_probe_input_buffer2)
FUNCTION(av_probe_input_format)
FUNCTION(av_read_frame)
FUNCTION(av_seek_frame)
FUNCTION(avformat_alloc_context)
FUNCTION(avformat_close_input)
FUNCTION(avformat_find_stream_info)
FUNCTION(avformat_open_input)
FUNCTION(avformat_seek_file)
FUNCTION(av_url_split)
FUNCTION(avio_alloc_context)
FUNCTION(avio_closep)
FUNCTION(avio_context_free)
FUNCTION(avio_find_protocol_name)
FUNCTION(avio_flush)
FUNCTION(avio_open2)
FUNCTION(avio_read_partial)
FUNCTION(avio_seek)
FUNCTION(avio_size)
FUNCTION(avio_write)
// Since FFmpeg 6.1, a stream's side data is in its codec parameters.
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
FUNCTION(av_packet_side_data_get)
#else
FUNCTION(av_stream_get_side_data)
#endif

// libswscale.
FUNCTION(sws_alloc_context)
FUNCTION(sws_freeContext)
FUNCTION(sws_getCachedContext)
FUNCTION(sws_getCoefficients)
FUNCTION(sws_getContext)
FUNCTION(sws_init_context)
FUNCTION(sws_isSupportedOutput)
FUNCTION(sws_scale)
FUNCTION(sws_setColorspaceDetails)

// libswresample.
FUNCTION(swr_alloc_set_opts2)
FUNCTION(swr_convert)
FUNCTION(swr_free)
FUNCTION(swr_get_out_samples)
FUNCTION(swr_init)

#undef FUNCTION
