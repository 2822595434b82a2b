#pragma once

#include <filesystem>
#include <functional>

#include "lowpass/report/raster.h"

namespace lowpass::app {

/// Pictures of a video, all of one size. `frame` is called with 0, 1, ... frames - 1, once each, so
/// that only one picture is in memory.
struct VideoSource {
  int frames;
  double frames_per_second;
  std::function<Image(int)> frame;
};

/// Throws Error (kUsage) unless the name ends with .mp4, .webm or .gif, or is "-", an MP4 on
/// standard output: to ask before the work.
void check_video_name(const std::filesystem::path& path);

/// Writes a video, encoded by the program ffmpeg; a GIF at half the rate and at most 640 pixels
/// wide. The file is whole or not there: it is written elsewhere and then brought into place; an
/// interrupt (SIGINT, SIGTERM) takes effect only after what was written is removed. For a program
/// with one thread. Throws Error: kUsage as above, kFile if the file cannot be written, kFailure if
/// ffmpeg is missing or fails, or if an interrupt came.
void write_video(const std::filesystem::path& path, const VideoSource& source);

}  // namespace lowpass::app
