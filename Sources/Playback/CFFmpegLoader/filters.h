// libavfilter's functions that this package calls. Like functions.h, but in a separate table, since few media
// need them and the library depends on many others.

FUNCTION(av_buffersink_get_frame)
FUNCTION(av_buffersink_get_time_base)
FUNCTION(av_buffersrc_write_frame)
FUNCTION(avfilter_get_by_name)
FUNCTION(avfilter_graph_alloc)
FUNCTION(avfilter_graph_config)
FUNCTION(avfilter_graph_create_filter)
FUNCTION(avfilter_graph_free)
FUNCTION(avfilter_link)

#undef FUNCTION
