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
  readOnly: "view only",
  noFrame: "not in this frame",
  onlyShown: "Labels of type {{type}} are kept but cannot be edited here.",
  onlyShownOf: "{{names}}: labels of type {{type}} are kept but cannot be edited here.",
  sharing: "{{names}} share the same point cloud.",
  chooseOne: "Select {{names}} to edit its objects.",
  labeledAs:
    "{{name}}: the label is of type {{label}}, but the sample expects {{sample}}. The label is kept but cannot be edited here.",
  labeledAsNothing:
    "{{name}}: the label has no type, but the sample expects {{sample}}. The label is kept but cannot be edited here.",
  unrecognized_one: "{{count}} sensor of the sample is not shown because it has no unique name.",
  unrecognized_other: "{{count}} sensors of the sample are not shown because they have no unique names.",
  nothingEdited: "No sensor of this sample can be edited here.",
  showOf: "Show point cloud and cuboids of {{name}}",
  hideOf: "Hide point cloud and cuboids of {{name}}",
  showCloudOf: "Show point cloud of {{name}}",
  hideCloudOf: "Hide point cloud of {{name}}",
  showShapesOf: "Show point cloud and shapes of {{name}}",
  hideShapesOf: "Hide point cloud and shapes of {{name}}",
  failed: "Sensor {{name}}:",
} as const

/** Which warnings are listed. */
export const warningPlaces = {
  everywhere: "Everywhere",
  frame: "In this frame",
  sensor: "For this sensor",
  selection: "For the selection",
} as const
