#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace lowpass {

/// The whole file; "-" is standard input. Throws Error (kFile) if it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// The folder that a file lies in.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// The file that is replaced when something is written under this name: what a link leads to, so
/// that the link stays. None for a device, a pipe or an open stream ("-", /dev/stdout): those are
/// written into, and never replaced.
std::optional<std::filesystem::path> replaceable_file(const std::filesystem::path& path);

/// Replaces the file whole or not at all: written beside it, flushed to disk, then renamed over it.
/// Throws Error (kFile) if that fails; a former file of that name is then as it was. If the machine
/// crashes soon after, the former file may be back, until its folder is flushed.
void replace_file(const std::filesystem::path& path, std::string_view content);

/// Makes sure that the files of `folder` have their names after a crash of the machine. Throws
/// Error (kFile).
void flush_folder(const std::filesystem::path& folder);

/// Both: the file is whole and there to stay, or as it was. Where there is no file to replace,
/// writes into what is there; "-" is standard output.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Makes the folder and those above it, there to stay, as far as they are missing. Throws Error
/// (kFile).
void make_folder(const std::filesystem::path& path);

/// Removes what writers that were killed left in `folder`, of all files or of the one called
/// `name`: partial files of processes that this machine no longer has. What cannot be removed
/// stays; it disturbs nobody.
void remove_abandoned_files(const std::filesystem::path& folder, std::string_view name = {});

/// Writes all of `content` to an open file, however many calls that takes; returns 0 or an error
/// code.
int write_all(int file, std::string_view content);

}  // namespace lowpass
