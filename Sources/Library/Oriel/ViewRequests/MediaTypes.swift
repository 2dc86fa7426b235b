/// MIME types of media.
package enum MediaTypes {
    /// Kinds of media that the desktop may open: those of the desktop entry of `oriel`.
    package static let all = [
        "video/mp4", "video/x-m4v", "video/x-matroska", "video/webm", "video/quicktime", "video/x-msvideo",
        "video/vnd.avi", "video/mpeg", "video/mp2t", "video/ogg", "video/x-ogm+ogg", "video/x-theora+ogg",
        "video/x-flv", "video/3gpp", "video/3gpp2", "video/x-ms-wmv", "application/vnd.ms-asf", "video/x-ms-asf",
        "video/dv", "application/mxf", "video/vnd.rn-realvideo", "application/ogg", "audio/mpeg", "audio/aac",
        "audio/flac", "audio/ogg", "audio/x-vorbis+ogg", "audio/x-opus+ogg", "audio/mp4", "audio/x-m4b",
        "audio/webm", "audio/x-wav", "audio/vnd.wave", "audio/x-aiff", "audio/ac3", "audio/x-ms-wma",
        "audio/x-matroska", "audio/x-ape", "audio/x-wavpack", "application/dash+xml", "inode/directory",
        "application/vnd.apple.mpegurl", "audio/x-mpegurl", "audio/x-scpls",
    ]
}
