#include "app/server/page.h"

#include "lowpass/core/error.h"

// The bundle, as the assembler reads it from the file that CMake names; empty where there is none.
__asm__(
    ".section .rodata\n"
    "lowpass_page_begin:\n"
    ".incbin \"" LOWPASS_PAGE_FILE
    "\"\n"
    "lowpass_page_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" const char lowpass_page_begin[] __attribute__((visibility("hidden")));
extern "C" const char lowpass_page_end[] __attribute__((visibility("hidden")));

namespace lowpass::app {

std::string_view bundled_page() {
  return {lowpass_page_begin, static_cast<std::size_t>(lowpass_page_end - lowpass_page_begin)};
}

std::string_view page() {
#ifdef LOWPASS_PAGE_IS_OFF
  throw Error(ErrorKind::kFailure,
              "this program was built without its page, with LOWPASS_PAGE=OFF; build it again with "
              "-DLOWPASS_PAGE=ON");
#endif
  const std::string_view bundle = bundled_page();
  if (bundle.empty()) {
    throw Error(ErrorKind::kFailure,
                "this program was built without its page, for which Node.js 18 or later and npm "
                "were missing (or npm had no network); install nodejs and npm, then build again");
  }
  return bundle;
}

}  // namespace lowpass::app
