#include "app/video.h"

#include <cassert>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "app/encoder_process.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"

namespace lowpass::app {
namespace {

using Words = std::vector<std::string>;

struct Format {
  const char* extension;
  const char* name;  // ffmpeg's
  Words options;
};

const Format* find_format(const std::filesystem::path& path) {
  // 4:2:0 colours, which every player shows, need even sizes.
  constexpr const char* kEven = "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p";
  static const Format formats[] = {
      {".mp4",
       "mp4",
       {"-vf", kEven, "-c:v", "libx264", "-preset", "fast", "-crf", "20", "-movflags",
        "+faststart"}},
      {".webm",
       "webm",
       {"-vf", kEven, "-c:v", "libvpx-vp9", "-crf", "32", "-b:v", "0", "-deadline", "realtime",
        "-cpu-used", "5", "-row-mt", "1"}},
      // A palette for each picture: one for all would need all of them in memory. Half the
      // pictures, for the format hardly compresses.
      {".gif",
       "gif",
       {"-vf",
        "fps=source_fps/"
        "2,scale='min(640,iw)':-1:flags=area,split[a][b];[a]palettegen=stats_mode=single:"
        "max_colors=128[p];[b][p]paletteuse=new=1:dither=none"}},
  };
  const std::string extension = path == "-" ? ".mp4" : path.extension().string();
  for (const Format& format : formats) {
    if (extension == format.extension) return &format;
  }
  return nullptr;
}

Words command(const Format& format, const Image& first, double frames_per_second,
              const std::filesystem::path& output) {
  Words words = {"ffmpeg",
                 "-nostdin",
                 "-hide_banner",
                 "-loglevel",
                 "error",
                 "-y",
                 "-f",
                 "rawvideo",
                 "-pixel_format",
                 "rgb24",
                 "-video_size",
                 fmt::format("{}x{}", first.width, first.height),
                 "-framerate",
                 fmt::format("{}", frames_per_second),
                 "-i",
                 "pipe:0"};
  words.insert(words.end(), format.options.begin(), format.options.end());
  // "file:" lets a name hold a colon.
  words.insert(words.end(), {"-f", format.name, "file:" + output.string()});
  return words;
}

[[noreturn]] void fail_to_write(const std::filesystem::path& path, int code) {
  throw Error(ErrorKind::kFile,
              fmt::format("{}: cannot write: {}", path.string(), std::strerror(code)));
}

/// Where the encoder writes: beside the file that it is to become, or, where there is none to be
/// replaced, in the folder of temporary files. Removed unless it becomes that file.
class PartialFile {
 public:
  explicit PartialFile(const std::filesystem::path& path)
      : path_(path), file_(replaceable_file(path)), partial_(partial_name(file_)) {
    if (file_) remove_abandoned_files(folder_of(*file_), file_->filename().string());
    const int file = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) fail_to_write(path_, errno);
    ::close(file);
  }
  ~PartialFile() { ::unlink(partial_.c_str()); }
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  const std::filesystem::path& partial() const { return partial_; }

  void bring_into_place() const {
    if (!file_) return write_file(path_, read_file(partial_));
    const int file = ::open(partial_.c_str(), O_RDONLY | O_CLOEXEC);
    const bool is_on_disk = file >= 0 && ::fsync(file) == 0;
    const int code = errno;
    if (file >= 0) ::close(file);
    if (!is_on_disk) fail_to_write(path_, code);
    if (::rename(partial_.c_str(), file_->c_str()) != 0) fail_to_write(path_, errno);
    flush_folder(folder_of(*file_));
  }

 private:
  static std::filesystem::path partial_name(const std::optional<std::filesystem::path>& file) {
    const auto base = file ? *file : std::filesystem::temp_directory_path() / "lowpass-video";
    return base.string() + fmt::format(".{}.partial", static_cast<long>(::getpid()));
  }

  std::filesystem::path path_;
  std::optional<std::filesystem::path> file_;
  std::filesystem::path partial_;
};

/// Sends every picture and waits for the end; false if the program ended early or an interrupt
/// waits.
bool encode(EncoderProcess& encoder, const VideoSource& source, Image picture) {
  bool is_read = encoder.write(picture.rgb);
  for (int i = 1; i < source.frames && is_read; ++i) {
    picture = source.frame(i);
    is_read = encoder.write(picture.rgb);
  }
  return encoder.finish() && is_read;
}

}  // namespace

void check_video_name(const std::filesystem::path& path) {
  if (find_format(path) != nullptr) return;
  throw Error(ErrorKind::kUsage,
              fmt::format("{}: expected a name that ends with .mp4, .webm or .gif", path.string()));
}

void write_video(const std::filesystem::path& path, const VideoSource& source) {
  assert(source.frames > 0);
  check_video_name(path);
  const HeldInterrupts held;  // until the partial file is gone
  const PartialFile file(path);
  Image first = source.frame(0);
  EncoderProcess encoder(
      command(*find_format(path), first, source.frames_per_second, file.partial()),
      fmt::format("{}: needs the program ffmpeg, which is not on the PATH: install the package "
                  "ffmpeg (apt-get install ffmpeg)",
                  path.string()));
  const bool is_done = encode(encoder, source, std::move(first));
  if (HeldInterrupts::is_waiting()) {
    throw Error(ErrorKind::kFailure, fmt::format("{}: interrupted", path.string()));
  }
  if (!is_done) {
    throw Error(ErrorKind::kFailure,
                fmt::format("{}: ffmpeg failed: {}", path.string(), encoder.last_message()));
  }
  file.bring_into_place();
}

}  // namespace lowpass::app
