#include "app/licences.h"

#include <string_view>

#include "app/server/page.h"

// app/licences.txt, which cmake/bill_of_materials.py writes.
__asm__(
    ".section .rodata\n"
    "lowpass_licences_begin:\n"
    ".incbin \"" LOWPASS_LICENCES_FILE
    "\"\n"
    "lowpass_licences_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" const char lowpass_licences_begin[] __attribute__((visibility("hidden")));
extern "C" const char lowpass_licences_end[] __attribute__((visibility("hidden")));

namespace lowpass::app {
namespace {

/// The comment at the end of the page; nothing where there is no page.
std::string_view licences_in_page() {
  constexpr std::string_view kBegin = "<!-- Libraries in this page, with their licences:",
                             kEnd = "-->";
  const std::string_view html = bundled_page();
  const std::size_t begin = html.rfind(kBegin);
  if (begin == std::string_view::npos) return {};
  const std::size_t text = begin + kBegin.size();
  return html.substr(text, html.find(kEnd, text) - text);
}

}  // namespace

std::string licences_text() {
  const std::string_view built_in(
      lowpass_licences_begin,
      static_cast<std::size_t>(lowpass_licences_end - lowpass_licences_begin));
  std::string text(built_in);
  if (const std::string_view of_page = licences_in_page(); !of_page.empty()) {
    text += "\n==== libraries in the page";
    text += of_page;
  }
  return text;
}

}  // namespace lowpass::app
