#pragma once

#include <span>
#include <string>

namespace lowpass {

/// A reader of bytes from outside. Whatever the bytes, it may throw Error and nothing else.
struct FuzzTarget {
  const char* name;
  void (*read)(const std::string& bytes);
};

/// Every one of them: a fuzzer runs them one by one, tests replay what it found.
std::span<const FuzzTarget> fuzz_targets();

// One file each.
void fuzz_api(const std::string& bytes);
void fuzz_arm(const std::string& bytes);
void fuzz_checkpoint(const std::string& bytes);
void fuzz_configuration(const std::string& bytes);
void fuzz_generation_log(const std::string& bytes);
void fuzz_genome(const std::string& bytes);
void fuzz_http(const std::string& bytes);
void fuzz_json(const std::string& bytes);
void fuzz_manifest(const std::string& bytes);
void fuzz_mapping(const std::string& bytes);
void fuzz_recording(const std::string& bytes);
void fuzz_settings(const std::string& bytes);
void fuzz_simulation(const std::string& bytes);
void fuzz_spectrum(const std::string& bytes);
void fuzz_weights(const std::string& bytes);

}  // namespace lowpass
