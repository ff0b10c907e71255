/** The words of points that objects are sets of. */
export const points = {
  label: "Points of objects",
  above: "Only above the ground",
  aboveHint: "Points below this height over the ground stay as they are",
  height: "Height above the ground in meters",
  of_one: "one point",
  of_other: "{{shown}} points",
  hint: "Alt erases. The right button, the wheel and a drag with Space move the camera.",
  hovered: "{{category}} {{id}} · {{points}}",
  none_one: "One point without an object",
  none_other: "{{shown}} points without an object",
  byCategory: "Points by category",
  elsewhere: "In other frames",
  unreadable: "The points of this frame cannot be edited",
  unreadableHint:
    "One of the ids in its list is not a whole number from 0 to 4294967295. The label stays as it is.",
  misfit: "The label does not fit the point cloud",
  misfitHint:
    "It has {{ids}} ids, and the file has {{points}} points. This frame cannot be edited. Its list stays as it is.",
  changes: {
    label: "Points that differ",
    added_one: "{{number}} point added",
    added_other: "{{number}} points added",
    removed_one: "{{number}} point removed",
    removed_other: "{{number}} points removed",
    changed_one: "{{number}} point of another object",
    changed_other: "{{number}} points of another object",
  },
} as const
