#include "lowpass/octopus/arm_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/octopus/arm_kernels.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/octopus/step-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

ArmKernels all_lanes(Physics physics) { return kernels<AllLanesOf<double>>(physics); }
// One lane would gain a tenth by a wider target: not worth the time to compile it again for each.
#if HWY_TARGET == HWY_STATIC_TARGET
ArmKernels one_lane(Physics physics) { return kernels<OneLaneOf<double>>(physics); }
ArmDerivative one_lane_derivative(Physics physics) {
  return derivative_kernel<OneLaneOf<double>>(physics);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(all_lanes);

ArmKernels one_lane_kernels(Physics physics) { return HWY_STATIC_DISPATCH(one_lane)(physics); }
ArmDerivative derivative_kernel(Physics physics) {
  return HWY_STATIC_DISPATCH(one_lane_derivative)(physics);
}
ArmKernels all_lanes_kernels(Physics physics) { return HWY_DYNAMIC_DISPATCH(all_lanes)(physics); }

}  // namespace lowpass
#endif
