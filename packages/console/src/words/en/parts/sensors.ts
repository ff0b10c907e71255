/** The words for the sensors of a sample. */
export const sensors = {
  title: "Sensors",
  kinds: { cloud: "Point clouds", image: "Images" },
  objects_one: "{{count}} object",
  objects_other: "{{count}} objects",
  selects: "One of its objects is selected",
  readOnly: "not edited",
  noFrame: "not in this frame",
  onlyShown: "Labels of the type {{type}} are kept, but not edited here.",
  showOf: "Show the point cloud and the cuboids of {{name}}",
  hideOf: "Hide the point cloud and the cuboids of {{name}}",
  failed: "Sensor {{name}}:",
} as const

/** Which warnings are listed. */
export const warningPlaces = {
  everywhere: "Everywhere",
  frame: "In this frame",
  sensor: "Of this sensor",
  selection: "Of the selection",
} as const
