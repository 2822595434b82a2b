#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lowpass {

// How a moment of an episode looks, in plain shapes and in the task's own coordinates (y upwards).
// A task says once which parts there are (Scene); its arena says for each moment where they are and
// how active (Moment). Film strips, videos and the page draw the same scenes.

/// Colours by name: pictures and the page, light or dark, each have a palette of their own.
enum class Tint {
  kNone,
  kInk,
  kFaint,
  kGrey,
  kWhite,
  kWater,
  kOrange,
  kBlue,
  kGreen,
  kPink,
  kViolet
};

/// "none", "ink", ...; and back, nothing for a name that is none.
std::string tint_name(Tint tint);
std::optional<Tint> tint_named(const std::string& name);

/// Something that parts show by their colour, from not at all (0) to fully (1).
struct SceneQuantity {
  std::string name;  ///< as legends say it
  Tint tint;         ///< of a part at level 1; at level 0 it has its own colour
};

/// One thing to draw; parts that come later cover it.
struct ScenePart {
  enum class Kind {
    kPolygon,
    kLine,    ///< from point to point
    kCircle,  ///< around one point
    kText,    ///< beginning at one point
    kTrace,   ///< the way of one point until now
  };

  Kind kind;
  std::string role;                ///< what it stands for, one word: "goal"
  std::string legend = {};         ///< as legends say it; empty: they do not
  int points = 1;                  ///< that it takes of a moment; 0: it stands at `fixed`
  std::vector<double> fixed = {};  ///< x, y, x, y, ... of what never moves
  Tint fill = Tint::kNone;         ///< of a polygon, a circle
  Tint line = Tint::kNone;         ///< of a line, a trace, a text, an outline
  double width = 0.0;              ///< of a line or outline, height of a text; world units
  double radius = 0.0;             ///< of a circle, world units
  /// The quantity (its place in Scene::quantities) that colours the fill of a polygon or a circle,
  /// the line of all else; -1: none. Where that is Tint::kNone, the level is how opaque the
  /// quantity's tint is.
  int quantity = -1;
  double gain = 0.0;         ///< added to the width at level 1
  bool is_backdrop = false;  ///< does not count for what is in sight; cut off at its border
  std::string text = {};
};

/// A rectangle of the world.
struct SceneBox {
  double left, bottom, right, top;

  double width() const { return right - left; }
  double height() const { return top - bottom; }
};

/// Everything that is the same in all moments of an episode.
struct Scene {
  std::vector<SceneQuantity> quantities = {};
  std::vector<ScenePart> parts = {};      ///< from back to front; none: nothing to be seen
  std::vector<std::string> signals = {};  ///< names of numbers worth a curve: "distance"
  double step_time = 1.0;                 ///< of a control step
  std::string time_unit = {};             ///< "s"; empty: units of time
  std::optional<SceneBox> view = {};      ///< always in sight; unset: what the parts need

  /// Numbers of a moment's points and levels.
  int point_numbers() const;
  int level_numbers() const;
};

/// What changes from moment to moment.
struct Moment {
  std::vector<double> points = {};   ///< x, y of each point of the parts that move, in their order
  std::vector<double> levels = {};   ///< in [0, 1], of each part with a quantity
  std::vector<double> signals = {};  ///< one a name in Scene::signals
};

/// An episode, moment by moment: enough to draw it.
struct Recording {
  Scene scene;
  std::string title;  ///< which trial: "start −π/2 (down)"
  double fitness = 0.0;
  bool succeeded = false;
  std::string outcome = {};     ///< "touched after 93 steps"
  std::vector<Moment> moments;  ///< the start, then one a control step; all numbers finite
};

}  // namespace lowpass
