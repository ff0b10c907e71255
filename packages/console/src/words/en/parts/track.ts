/** The words of the track of the selected object. */
export const track = {
  frames: "Track in frames {{first}} to {{last}}",
  extent_one: "Track in frames {{first}} to {{last}}, 1 keyframe",
  extent_other: "Track in frames {{first}} to {{last}}, {{count}} keyframes",
  from: "From frame",
  to: "To frame",
  remove: "Remove from frames",
  copy: "Copy to frames",
  interpolated:
    "Interpolated between the keyframes {{before}} and {{after}}: change it here to make this frame a keyframe.",
  continued: "Continued from keyframe {{before}}: change it here to make this frame a keyframe.",
  title: "Track {{id}}",
  absent: "Not in this frame. The track is in frames {{first}} to {{last}}.",
  continues: {
    bbox: "A box that you draw now continues it.",
    polygon: "A polygon that you draw now continues it.",
    polyline: "A polyline that you draw now continues it.",
    point: "A point that you set now continues it.",
    cuboid: "A cuboid that you draw now continues it.",
  },
  leave: "Start a new object",
  merge: "Merge with track",
  none: "No track to merge with: every other track has a frame in common with this one.",
} as const
