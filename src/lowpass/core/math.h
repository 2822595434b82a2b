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

/// The same in single precision; by another name, so that a whole number means a double.
namespace single {

float exp(float x);
float log(float x);
/// |x| below about 10^4.
float sin(float x);
float cos(float x);
float atan2(float y, float x);
float logistic(float x);
float tanh(float x);

}  // namespace single

}  // namespace lowpass
