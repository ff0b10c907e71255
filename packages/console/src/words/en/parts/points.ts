/** The words of points that objects are sets of. */
export const points = {
  label: "Point segmentation",
  above: "Only above the ground",
  aboveHint: "Points below this height above the ground are not changed",
  height: "Height above the ground in meters",
  of_one: "1 point",
  of_other: "{{shown}} points",
  hint: "Hold Alt to erase. Right-drag, scroll or drag with Space to move the camera.",
  hovered: "{{category}} {{id}} · {{points}}",
  none_one: "1 unassigned point",
  none_other: "{{shown}} unassigned points",
  byCategory: "Points by category",
  elsewhere: "In other frames",
  unreadable: "The points of this frame cannot be edited",
  unreadableHint:
    "One of the IDs in its list is not an integer from 0 to 4294967295. The label is not changed.",
  misfit: "The label does not match the point cloud",
  misfitHint:
    "The label has {{ids}} IDs, but the file has {{points}} points. This frame cannot be edited, and its label is not changed.",
  changes: {
    label: "Changed points",
    added_one: "{{number}} point added",
    added_other: "{{number}} points added",
    removed_one: "{{number}} point removed",
    removed_other: "{{number}} points removed",
    changed_one: "{{number}} point assigned to another object",
    changed_other: "{{number}} points assigned to another object",
  },
} as const
