/** The words for the sensors of a sample. */
export const sensors = {
  title: "Sensors",
  kinds: { cloud: "Point clouds", image: "Images" },
  /** The kind of objects, beside the name of a sensor. */
  types: {
    cuboids: "cuboids",
    shapes: "shapes",
    points: "points",
    boxes: "image shapes",
    areas: "areas",
    unknown: "unknown",
  },
  objects_one: "{{count}} object",
  objects_other: "{{count}} objects",
  selects: "One of its objects is selected",
  readOnly: "not edited",
  noFrame: "not in this frame",
  onlyShown: "Labels of the type {{type}} are kept, but not edited here.",
  onlyShownOf: "{{names}}: labels of the type {{type}} are kept, but not edited here.",
  sharing: "{{names}} label the same point cloud.",
  chooseOne: "Choose {{names}} to edit its objects.",
  labeledAs:
    "{{name}}: the label has the type {{label}}, the sample has {{sample}}. The label is kept, but not edited here.",
  labeledAsNothing:
    "{{name}}: the label has no type, the sample has {{sample}}. The label is kept, but not edited here.",
  unrecognized_one: "{{count}} sensor of the sample is not shown: each needs a name that no other has.",
  unrecognized_other: "{{count}} sensors of the sample are not shown: each needs a name that no other has.",
  nothingEdited: "No sensor of this sample is edited here.",
  showOf: "Show the point cloud and the cuboids of {{name}}",
  hideOf: "Hide the point cloud and the cuboids of {{name}}",
  showCloudOf: "Show the point cloud of {{name}}",
  hideCloudOf: "Hide the point cloud of {{name}}",
  showShapesOf: "Show the point cloud and the shapes of {{name}}",
  hideShapesOf: "Hide the point cloud and the shapes of {{name}}",
  failed: "Sensor {{name}}:",
} as const

/** Which warnings are listed. */
export const warningPlaces = {
  everywhere: "Everywhere",
  frame: "In this frame",
  sensor: "Of this sensor",
  selection: "Of the selection",
} as const
