// Videos through ffmpeg: whole files or none, whatever ffmpeg does.

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "app/video.h"
#include "lowpass/core/error.h"
#include "lowpass/report/film.h"
#include "tests/support/swinging_chain.h"
#include "tests/support/program.h"

namespace lowpass::app {
namespace {

Image grey(int width, int height, int value) {
  return {width, height,
          std::vector<std::uint8_t>(3 * width * height, static_cast<std::uint8_t>(value))};
}

VideoSource fading(int frames, int width, int height) {
  return {frames, 25.0, [=](int i) { return grey(width, height, 8 * i % 256); }};
}

/// Sets the PATH while it lives.
class Path {
 public:
  explicit Path(const std::string& value) : before_(std::getenv("PATH")) {
    ::setenv("PATH", value.c_str(), 1);
  }
  ~Path() { ::setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

/// Codec, width, height and number of frames as another program sees them.
std::string probed(const std::filesystem::path& video, const TemporaryFolder& folder) {
  const std::string out = (folder / "probe").string();
  const std::string command = fmt::format(
      "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
      "stream=codec_name,width,height,nb_read_frames -of csv=p=0 '{}' >'{}'",
      video.string(), out);
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::string text = content_of(out);
  std::filesystem::remove(out);
  return text.substr(0, text.find_first_of("\r\n"));
}

int files_in(const TemporaryFolder& folder) {
  const auto begin = std::filesystem::directory_iterator(folder / "");
  return static_cast<int>(std::distance(begin, std::filesystem::directory_iterator{}));
}

/// The message of the Error that writing this video throws.
std::string error_of(const std::filesystem::path& path, const VideoSource& source) {
  try {
    write_video(path, source);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Video, EveryFormatHoldsTheFrames) {
  const TemporaryFolder folder;
  write_video(folder / "a b:c.mp4", fading(12, 64, 48));
  EXPECT_EQ(probed(folder / "a b:c.mp4", folder), "h264,64,48,12");
  write_video(folder / "a.webm", fading(12, 64, 48));
  EXPECT_EQ(probed(folder / "a.webm", folder), "vp9,64,48,12");
  write_video(folder / "a.gif", fading(12, 64, 48));
  EXPECT_EQ(probed(folder / "a.gif", folder), "gif,64,48,6");  // every second one
  EXPECT_EQ(files_in(folder), 3);
}

TEST(Video, AnOddSizeIsPadded) {
  const TemporaryFolder folder;
  write_video(folder / "a.mp4", fading(3, 65, 47));
  EXPECT_EQ(probed(folder / "a.mp4", folder), "h264,66,48,3");
}

TEST(Video, AFilmOfARecordingCanBeWritten) {
  const TemporaryFolder folder;
  const Film film({swinging_chain(3, 0.0, 10)}, {.width = 160, .height = 160, .hold_s = 0.2});
  write_video(folder / "a.mp4", {film.frames(), film.options().frames_per_second,
                                 [&](int i) { return film.frame(i); }});
  EXPECT_EQ(probed(folder / "a.mp4", folder), "h264,160,160,26");
}

TEST(Video, TheNameChoosesTheFormat) {
  EXPECT_NO_THROW(check_video_name("x.gif"));
  EXPECT_EQ(error_of("film.avi", fading(1, 8, 8)),
            "film.avi: expected a name that ends with .mp4, .webm or .gif");
  EXPECT_THROW(check_video_name("mp4"), Error);
}

TEST(Video, AMissingFfmpegIsNamedWithItsPackage) {
  const TemporaryFolder folder;
  const Path path((folder / "nothing").string());
  const std::string message = error_of(folder / "a.mp4", fading(3, 8, 8));
  EXPECT_NE(message.find("a.mp4: needs the program ffmpeg, which is not on the PATH: install the "
                         "package ffmpeg (apt-get install ffmpeg)"),
            std::string::npos)
      << message;
  EXPECT_EQ(files_in(folder), 0);
}

TEST(Video, AnEncoderThatFailsLeavesTheFormerFile) {
  const TemporaryFolder folder, programs;
  folder.write("a.mp4", "former");
  const std::string encoder =
      programs.write("ffmpeg", "#!/bin/sh\necho first >&2\necho no such codec >&2\nexit 1\n");
  std::filesystem::permissions(encoder, std::filesystem::perms::owner_all);
  const Path path((programs / "").string() + ":" + std::getenv("PATH"));
  // More than any buffer between the two holds: writing meets the closed end.
  const std::string message = error_of(folder / "a.mp4", fading(20, 640, 480));
  EXPECT_NE(message.find("a.mp4: ffmpeg failed: no such codec"), std::string::npos) << message;
  EXPECT_EQ(content_of(folder / "a.mp4"), "former");
  EXPECT_EQ(files_in(folder), 1);
}

TEST(Video, AFrameThatThrowsLeavesNothing) {
  const TemporaryFolder folder;
  const VideoSource source{9, 25.0, [](int i) {
                             if (i == 3) throw Error(ErrorKind::kFailure, "no frame 3");
                             return grey(64, 48, i);
                           }};
  EXPECT_EQ(error_of(folder / "a.mp4", source), "no frame 3");
  EXPECT_EQ(files_in(folder), 0);
}

TEST(Video, AFolderThatIsNotThereIsAnError) {
  const std::string message = error_of("/nowhere/a.mp4", fading(1, 8, 8));
  EXPECT_EQ(message, "/nowhere/a.mp4: cannot write: No such file or directory");
}

TEST(VideoDeathTest, AnInterruptEndsTheProgramAndLeavesNothing) {
  const TemporaryFolder folder;
  const VideoSource source{1000, 25.0, [](int i) {
                             if (i == 3) ::kill(::getpid(), SIGINT);
                             return grey(64, 48, i % 256);
                           }};
  EXPECT_EXIT(write_video(folder / "a.mp4", source), testing::KilledBySignal(SIGINT), "");
  EXPECT_EQ(files_in(folder), 0);
}

}  // namespace
}  // namespace lowpass::app
