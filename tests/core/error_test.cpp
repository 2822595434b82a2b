#include "lowpass/core/error.h"

#include <gtest/gtest.h>

namespace lowpass {
namespace {

TEST(Error, AMessageIsOneLineWhateverTheValueThatItNames) {
  const Error error(ErrorKind::kFile, std::string("a\nb\r\tc\x1b[2J\x7f\0d: é", 17));
  EXPECT_STREQ(error.what(), "a\\nb\\x0d\\tc\\x1b[2J\\x7f\\x00d: é");
  EXPECT_EQ(one_line(error.what()), error.what());  // told again, it stays what it is
}

}  // namespace
}  // namespace lowpass
