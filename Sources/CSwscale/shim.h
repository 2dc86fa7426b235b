#pragma once
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
