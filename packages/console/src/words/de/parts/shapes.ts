/** The words of shapes that are drawn in point clouds. */
export const shapes = {
  label: "Formen in der Wolke",
  snapHint: "Setzt Eckpunkte auf den Punkt unter dem Zeiger statt auf den Boden",
  vertices_one: "ein Eckpunkt",
  vertices_other: "{{count}} Eckpunkte",
  vertex: "Eckpunkt {{number}} von {{count}}",
  noVertex: "Kein Eckpunkt gewählt",
  unknown: "unbekannt",
  addVertex: "Eckpunkt hinzufügen",
  removeVertex: "Eckpunkt entfernen",
  hint: {
    polygon:
      "Jede Ecke anklicken, zum Abschluss die erste noch einmal oder Enter. Die Rücktaste nimmt die letzte zurück.",
    polyline:
      "Jeden Eckpunkt anklicken, zum Abschluss den letzten noch einmal oder Enter. Die Rücktaste nimmt den letzten zurück.",
    point: "Klicken, um einen Punkt zu setzen.",
  },
  keys: "Ohne Zeiger: {{moves}} bewegen den Cursor, {{sets}} setzt einen Eckpunkt.",
} as const
