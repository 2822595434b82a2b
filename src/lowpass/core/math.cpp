#include "lowpass/core/math.h"

#include "lowpass/core/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace {

/// One lane of a number.
template <class Number>
using One = HWY_NAMESPACE::OneLaneOf<Number>;

template <class Real>
auto value(Real x) {
  return hwy::HWY_NAMESPACE::GetLane(x.v);
}

template <class Number>
Number sine(Number x) {
  One<Number> s, c;
  HWY_NAMESPACE::sin_cos(One<Number>(x), s, c);
  return value(s);
}

template <class Number>
Number cosine(Number x) {
  One<Number> s, c;
  HWY_NAMESPACE::sin_cos(One<Number>(x), s, c);
  return value(c);
}

}  // namespace

double exp(double x) { return value(HWY_NAMESPACE::exp(One<double>(x))); }
double log(double x) { return value(HWY_NAMESPACE::log(One<double>(x))); }
double sin(double x) { return sine(x); }
double cos(double x) { return cosine(x); }
double atan2(double y, double x) {
  return value(HWY_NAMESPACE::atan2(One<double>(y), One<double>(x)));
}
double logistic(double x) { return value(HWY_NAMESPACE::logistic(One<double>(x))); }
double tanh(double x) { return value(HWY_NAMESPACE::tanh(One<double>(x))); }

namespace single {

float exp(float x) { return value(HWY_NAMESPACE::exp(One<float>(x))); }
float log(float x) { return value(HWY_NAMESPACE::log(One<float>(x))); }
float sin(float x) { return sine(x); }
float cos(float x) { return cosine(x); }
float atan2(float y, float x) { return value(HWY_NAMESPACE::atan2(One<float>(y), One<float>(x))); }
float logistic(float x) { return value(HWY_NAMESPACE::logistic(One<float>(x))); }
float tanh(float x) { return value(HWY_NAMESPACE::tanh(One<float>(x))); }

}  // namespace single

double sin_turns(double turns) {
  One<double> s, c;
  HWY_NAMESPACE::sin_cos_turns(One<double>(turns), s, c);
  return value(s);
}

double cos_turns(double turns) {
  One<double> s, c;
  HWY_NAMESPACE::sin_cos_turns(One<double>(turns), s, c);
  return value(c);
}

}  // namespace lowpass
HWY_AFTER_NAMESPACE();
