/** The words of shapes that are drawn in point clouds. */
export const shapes = {
  label: "Formen in der Wolke",
  snapHint: "Stellen sind die des Punktes unter dem Zeiger statt des Bodens",
  vertices_one: "ein Eckpunkt",
  vertices_other: "{{count}} Eckpunkte",
  vertex: "Eckpunkt {{number}} von {{count}}",
  noVertex: "Kein Eckpunkt gewählt",
  unknown: "unbekannt",
  addVertex: "Eckpunkt hinzufügen",
  removeVertex: "Eckpunkt entfernen",
  hint: {
    polygon:
      "Je Ecke drücken, zum Abschluss die erste noch einmal oder Enter. Die Rücktaste nimmt die letzte zurück.",
    polyline:
      "Je Eckpunkt drücken, zum Abschluss den letzten noch einmal oder Enter. Die Rücktaste nimmt den letzten zurück.",
    point: "Drücken, um einen Punkt zu setzen.",
  },
  keys: "Ohne Zeiger: {{moves}} bewegen den Cursor, {{sets}} setzt einen Eckpunkt.",
} as const
