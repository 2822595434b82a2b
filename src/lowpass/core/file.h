#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lowpass {

/// The whole file; "-" is standard input. Throws Error (kFile) if it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// Writes the file whole or not at all: beside it, flushed to disk, then renamed over it. Throws
/// Error (kFile) if that fails; a former file of that name is then as it was.
void write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace lowpass
