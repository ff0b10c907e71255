/** The words of points that objects are sets of. */
export const points = {
  label: "Punkte der Objekte",
  above: "Nur über dem Boden",
  aboveHint: "Punkte unter dieser Höhe über dem Boden bleiben, wie sie sind",
  height: "Höhe über dem Boden in Metern",
  of_one: "ein Punkt",
  of_other: "{{shown}} Punkte",
  hint: "Alt radiert. Die rechte Taste, das Rad und Ziehen mit der Leertaste bewegen die Kamera.",
  hovered: "{{category}} {{id}} · {{points}}",
  none_one: "Ein Punkt ohne Objekt",
  none_other: "{{shown}} Punkte ohne Objekt",
  byCategory: "Punkte nach Kategorie",
  elsewhere: "In anderen Frames",
  unreadable: "Die Punkte dieses Frames können nicht bearbeitet werden",
  unreadableHint:
    "Eine der IDs in seiner Liste ist keine ganze Zahl von 0 bis 4294967295. Das Label bleibt, wie es ist.",
  misfit: "Das Label passt nicht zur Punktwolke",
  misfitHint:
    "Es hat {{ids}} IDs, und die Datei hat {{points}} Punkte. Dieser Frame kann nicht bearbeitet werden. Seine Liste bleibt, wie sie ist.",
  changes: {
    label: "Abweichende Punkte",
    added_one: "{{number}} Punkt neu",
    added_other: "{{number}} Punkte neu",
    removed_one: "{{number}} Punkt entfernt",
    removed_other: "{{number}} Punkte entfernt",
    changed_one: "{{number}} Punkt eines anderen Objekts",
    changed_other: "{{number}} Punkte eines anderen Objekts",
  },
} as const
