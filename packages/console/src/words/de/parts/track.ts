/** The words of the track of the selected object. */
export const track = {
  frames: "Track in den Frames {{first}} bis {{last}}",
  extent_one: "Track in den Frames {{first}} bis {{last}}, 1 Keyframe",
  extent_other: "Track in den Frames {{first}} bis {{last}}, {{count}} Keyframes",
  from: "Von Frame",
  to: "Bis Frame",
  remove: "Aus Frames entfernen",
  copy: "In Frames kopieren",
  interpolated:
    "Interpoliert zwischen den Keyframes {{before}} und {{after}}: Eine Änderung hier macht diesen Frame zum Keyframe.",
  continued: "Fortgesetzt ab Keyframe {{before}}: Eine Änderung hier macht diesen Frame zum Keyframe.",
  title: "Track {{id}}",
  absent: "Nicht in diesem Frame. Der Track ist in den Frames {{first}} bis {{last}}.",
  continues: {
    bbox: "Eine Box, die Sie jetzt zeichnen, setzt ihn fort.",
    polygon: "Ein Polygon, das Sie jetzt zeichnen, setzt ihn fort.",
    polyline: "Eine Polylinie, die Sie jetzt zeichnen, setzt ihn fort.",
    point: "Ein Punkt, den Sie jetzt setzen, setzt ihn fort.",
    cuboid: "Ein Quader, den Sie jetzt zeichnen, setzt ihn fort.",
  },
  leave: "Neues Objekt beginnen",
  merge: "Mit Track zusammenführen",
  none: "Kein Track zum Zusammenführen: Jeder andere hat einen Frame mit diesem gemeinsam.",
} as const
