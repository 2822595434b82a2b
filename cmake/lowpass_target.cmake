# lowpass_unity(TARGET): with CMAKE_UNITY_BUILD, all sources of TARGET in one folder are compiled as one,
# so that headers are read and templates compiled once. Kernels, which include themselves once a SIMD
# target, stay alone, and so do sources that replace the allocator, whose calls would be inlined.
function(lowpass_unity name)
  get_target_property(sources ${name} SOURCES)
  get_target_property(folder ${name} SOURCE_DIR)
  foreach(source ${sources})
    if(source MATCHES "\\.cpp$")
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
      file(STRINGS ${source} alone REGEX "define HWY_TARGET_INCLUDE|^void\\* operator new" LIMIT_COUNT 1)
      if(alone AND LOWPASS_FUZZ) # clang takes ten minutes a kernel with its sanitizers; bytes from outside end before
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -fno-sanitize=all SKIP_PRECOMPILE_HEADERS ON)
      elseif(NOT alone)
        cmake_path(GET source PARENT_PATH group)
        cmake_path(RELATIVE_PATH group BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        string(MAKE_C_IDENTIFIER ${group} group)
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
      endif()
    endif()
  endforeach()
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# Flags that every target of the project shares.
#
# -ffp-contract=off: a fused multiply-add rounds once where two operations round twice, so results
# would depend on the CPU. No -march for the same reason: SIMD targets are chosen at run time.
function(lowpass_target name)
  lowpass_unity(${name})
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
  # gcc tidies its memory up less often, which takes a tenth less time and up to 1.3 GB a compilation.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${name} PRIVATE --param=ggc-min-expand=400 --param=ggc-min-heapsize=400000)
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
