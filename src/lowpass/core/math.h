#pragma once

namespace lowpass {

// Elementary functions whose bits do not depend on the machine: one lane of core/math-inl.h.
// Everything that reaches a digest uses these, never the C library's.

double exp(double x);
/// Positive normal x.
double log(double x);
/// sin and cos of 2 pi * turns; exact reduction, |turns| below 2^50.
double sin_turns(double turns);
double cos_turns(double turns);
/// Radians, |x| below about 10^6.
double sin(double x);
double cos(double x);
/// The angle of the point (x, y), in [-pi, pi].
double atan2(double y, double x);
double logistic(double x);
double tanh(double x);

}  // namespace lowpass
