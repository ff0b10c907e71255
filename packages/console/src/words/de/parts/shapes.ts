/** The words of shapes that are drawn in point clouds. */
export const shapes = {
  label: "Formen in der Punktwolke",
  snapHint: "Setzt Eckpunkte auf den Punkt unter dem Zeiger statt auf den Boden",
  vertices_one: "1 Eckpunkt",
  vertices_other: "{{count}} Eckpunkte",
  vertex: "Eckpunkt {{number}} von {{count}}",
  noVertex: "Kein Eckpunkt ausgewählt",
  unknown: "unbekannt",
  addVertex: "Eckpunkt hinzufügen",
  removeVertex: "Eckpunkt entfernen",
  keys: "Tastatur: {{moves}} bewegen den Cursor, {{sets}} setzt einen Eckpunkt.",
} as const
