#include "app/server/page.h"

#include <gtest/gtest.h>

#include "lowpass/core/error.h"

namespace lowpass::app {
namespace {

TEST(Page, AProgramBuiltWithoutItSaysWhatIsMissing) {  // this test is linked with an empty one
  try {
    page();
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFailure);
    EXPECT_NE(std::string(error.what()).find("install nodejs and npm"), std::string::npos);
  }
}

}  // namespace
}  // namespace lowpass::app
