/** The German words for the sensors of a sample. */
export const sensors = {
  title: "Sensoren",
  kinds: { cloud: "Punktwolken", image: "Bilder" },
  types: {
    cuboids: "Quader",
    shapes: "Formen",
    points: "Punkte",
    boxes: "Bildformen",
    areas: "Flächen",
    unknown: "unbekannt",
  },
  objects_one: "{{count}} Objekt",
  objects_other: "{{count}} Objekte",
  selects: "Eines seiner Objekte ist ausgewählt",
  readOnly: "nicht bearbeitet",
  noFrame: "nicht in diesem Frame",
  onlyShown: "Labels des Typs {{type}} bleiben erhalten, werden hier aber nicht bearbeitet.",
  onlyShownOf: "{{names}}: Labels des Typs {{type}} bleiben erhalten, werden hier aber nicht bearbeitet.",
  sharing: "{{names}} labeln dieselbe Punktwolke.",
  chooseOne: "Wählen Sie {{names}}, um die Objekte dieses Sensors zu bearbeiten.",
  labeledAs:
    "{{name}}: Das Label hat den Typ {{label}}, das Sample hat {{sample}}. Das Label bleibt erhalten, wird hier aber nicht bearbeitet.",
  labeledAsNothing:
    "{{name}}: Das Label hat keinen Typ, das Sample hat {{sample}}. Das Label bleibt erhalten, wird hier aber nicht bearbeitet.",
  unrecognized_one:
    "{{count}} Sensor des Samples wird nicht gezeigt: Jeder braucht einen Namen, den kein anderer hat.",
  unrecognized_other:
    "{{count}} Sensoren des Samples werden nicht gezeigt: Jeder braucht einen Namen, den kein anderer hat.",
  nothingEdited: "Kein Sensor dieses Samples wird hier bearbeitet.",
  showOf: "Punktwolke und Quader von {{name}} zeigen",
  hideOf: "Punktwolke und Quader von {{name}} ausblenden",
  showCloudOf: "Punktwolke von {{name}} zeigen",
  hideCloudOf: "Punktwolke von {{name}} ausblenden",
  showShapesOf: "Punktwolke und Formen von {{name}} zeigen",
  hideShapesOf: "Punktwolke und Formen von {{name}} ausblenden",
  failed: "Sensor {{name}}:",
}

/** Which warnings are listed. */
export const warningPlaces = {
  everywhere: "Überall",
  frame: "In diesem Frame",
  sensor: "An diesem Sensor",
  selection: "In der Auswahl",
}
