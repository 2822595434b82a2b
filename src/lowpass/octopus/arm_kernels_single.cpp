#include "lowpass/octopus/arm_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/octopus/arm_kernels_single.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/octopus/step-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

ArmKernels all_single_lanes(Physics physics) { return kernels<AllLanesOf<float>>(physics); }
#if HWY_TARGET == HWY_STATIC_TARGET
ArmKernels one_single_lane(Physics physics) { return kernels<OneLaneOf<float>>(physics); }
ArmDerivative one_single_lane_derivative(Physics physics) {
  return derivative_kernel<OneLaneOf<float>>(physics);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(all_single_lanes);

ArmKernels one_single_lane_kernels(Physics physics) {
  return HWY_STATIC_DISPATCH(one_single_lane)(physics);
}
ArmDerivative single_derivative_kernel(Physics physics) {
  return HWY_STATIC_DISPATCH(one_single_lane_derivative)(physics);
}
ArmKernels all_single_lanes_kernels(Physics physics) {
  return HWY_DYNAMIC_DISPATCH(all_single_lanes)(physics);
}

}  // namespace lowpass
#endif
