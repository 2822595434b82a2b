# Flags that every target of the project shares.
#
# -ffp-contract=off: a fused multiply-add rounds once where two operations round twice, so results
# would depend on the CPU. No -march for the same reason: SIMD targets are chosen at run time.
function(lowpass_target name)
  # For "app/...", "tests/...", "bench/..."; the library's own headers come with its target.
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(${name} PRIVATE -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic
                                         -Wshadow -Wconversion -Wno-sign-conversion
                                         # a designated initialiser names what differs from the default
                                         -Wno-missing-field-initializers)
  # The SIMD targets, the same for every file: SSE4 is the floor on x86 (any CPU since 2008); SSSE3
  # and AVX3_DL would only add compile time.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(too_wide_sse4 "|HWY_AVX2|HWY_AVX3")
    set(too_wide_avx2 "|HWY_AVX3")
    target_compile_definitions(
      ${name} PRIVATE HWY_BASELINE_TARGETS=HWY_SSE4
                      HWY_DISABLED_TARGETS=\(HWY_SSSE3${too_wide_${LOWPASS_SIMD}}|HWY_AVX3_DL\))
  endif()
  if(LOWPASS_WERROR)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
  # -O0 is never used: g++ 12 miscompiles Highway's AVX2 code there. Kernels with sanitizers take
  # twice as long to compile with -Og as with -O1.
  if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
      target_compile_options(${name} PRIVATE -Og)
    else()
      target_compile_options(${name} PRIVATE -O1)
    endif()
  endif()
endfunction()
