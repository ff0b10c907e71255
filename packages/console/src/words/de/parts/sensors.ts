/** The German words for the sensors of a sample. */
export const sensors = {
  title: "Sensoren",
  kinds: { cloud: "Punktwolken", image: "Bilder" },
  objects_one: "{{count}} Objekt",
  objects_other: "{{count}} Objekte",
  selects: "Eines seiner Objekte ist ausgewählt",
  readOnly: "nicht bearbeitet",
  noFrame: "nicht in diesem Frame",
  onlyShown: "Labels des Typs {{type}} bleiben erhalten, werden hier aber nicht bearbeitet.",
  showOf: "Punktwolke und Quader von {{name}} zeigen",
  hideOf: "Punktwolke und Quader von {{name}} ausblenden",
  failed: "Sensor {{name}}:",
}

/** Which warnings are listed. */
export const warningPlaces = {
  everywhere: "Überall",
  frame: "In diesem Frame",
  sensor: "Dieses Sensors",
  selection: "Der Auswahl",
}
