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
  readOnly: "nur Ansicht",
  noFrame: "nicht in diesem Frame",
  onlyShown: "Labels des Typs {{type}} bleiben erhalten, können hier aber nicht bearbeitet werden.",
  onlyShownOf:
    "{{names}}: Labels des Typs {{type}} bleiben erhalten, können hier aber nicht bearbeitet werden.",
  sharing: "{{names}} teilen sich dieselbe Punktwolke.",
  chooseOne: "Wählen Sie {{names}} aus, um die Objekte dieses Sensors zu bearbeiten.",
  labeledAs:
    "{{name}}: Das Label hat den Typ {{label}}, das Sample erwartet {{sample}}. Das Label bleibt erhalten, kann hier aber nicht bearbeitet werden.",
  labeledAsNothing:
    "{{name}}: Das Label hat keinen Typ, das Sample erwartet {{sample}}. Das Label bleibt erhalten, kann hier aber nicht bearbeitet werden.",
  unrecognized_one:
    "{{count}} Sensor des Samples wird nicht angezeigt, weil er keinen eindeutigen Namen hat.",
  unrecognized_other:
    "{{count}} Sensoren des Samples werden nicht angezeigt, weil sie keine eindeutigen Namen haben.",
  nothingEdited: "Kein Sensor dieses Samples kann hier bearbeitet werden.",
  showOf: "Punktwolke und Quader von {{name}} einblenden",
  hideOf: "Punktwolke und Quader von {{name}} ausblenden",
  showCloudOf: "Punktwolke von {{name}} einblenden",
  hideCloudOf: "Punktwolke von {{name}} ausblenden",
  showShapesOf: "Punktwolke und Formen von {{name}} einblenden",
  hideShapesOf: "Punktwolke und Formen von {{name}} ausblenden",
  failed: "Sensor {{name}}:",
}

/** Which warnings are listed. */
export const warningPlaces = {
  everywhere: "Überall",
  frame: "In diesem Frame",
  sensor: "Für diesen Sensor",
  selection: "Für die Auswahl",
}
