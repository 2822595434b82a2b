#include "lowpass/core/math.h"

#include "lowpass/core/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace {

using One = HWY_NAMESPACE::OneLane;

double value(One x) { return hwy::HWY_NAMESPACE::GetLane(x.v); }

}  // namespace

double exp(double x) { return value(HWY_NAMESPACE::exp(One(x))); }
double log(double x) { return value(HWY_NAMESPACE::log(One(x))); }
double atan2(double y, double x) { return value(HWY_NAMESPACE::atan2(One(y), One(x))); }
double logistic(double x) { return value(HWY_NAMESPACE::logistic(One(x))); }
double tanh(double x) { return value(HWY_NAMESPACE::tanh(One(x))); }

double sin_turns(double turns) {
  One sine, cosine;
  HWY_NAMESPACE::sin_cos_turns(One(turns), sine, cosine);
  return value(sine);
}

double cos_turns(double turns) {
  One sine, cosine;
  HWY_NAMESPACE::sin_cos_turns(One(turns), sine, cosine);
  return value(cosine);
}

double sin(double x) {
  One sine, cosine;
  HWY_NAMESPACE::sin_cos(One(x), sine, cosine);
  return value(sine);
}

double cos(double x) {
  One sine, cosine;
  HWY_NAMESPACE::sin_cos(One(x), sine, cosine);
  return value(cosine);
}

}  // namespace lowpass
HWY_AFTER_NAMESPACE();
