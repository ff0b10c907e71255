/** The words of points that objects are sets of. */
export const points = {
  label: "Punktsegmentierung",
  above: "Nur über dem Boden",
  aboveHint: "Punkte unter dieser Höhe über dem Boden werden nicht geändert",
  height: "Höhe über dem Boden in Metern",
  of_one: "1 Punkt",
  of_other: "{{shown}} Punkte",
  hint: "Halten Sie Alt, um zu radieren. Ziehen mit der rechten Taste, das Mausrad und Ziehen mit der Leertaste bewegen die Kamera.",
  hovered: "{{category}} {{id}} · {{points}}",
  none_one: "1 nicht zugeordneter Punkt",
  none_other: "{{shown}} nicht zugeordnete Punkte",
  byCategory: "Punkte nach Kategorie",
  elsewhere: "In anderen Frames",
  unreadable: "Die Punkte dieses Frames können nicht bearbeitet werden",
  unreadableHint:
    "Eine der IDs in seiner Liste ist keine ganze Zahl von 0 bis 4294967295. Das Label wird nicht geändert.",
  misfit: "Das Label passt nicht zur Punktwolke",
  misfitHint:
    "Das Label hat {{ids}} IDs, die Datei aber {{points}} Punkte. Dieser Frame kann nicht bearbeitet werden, und sein Label wird nicht geändert.",
  changes: {
    label: "Geänderte Punkte",
    added_one: "{{number}} Punkt neu",
    added_other: "{{number}} Punkte neu",
    removed_one: "{{number}} Punkt entfernt",
    removed_other: "{{number}} Punkte entfernt",
    changed_one: "{{number}} Punkt einem anderen Objekt zugeordnet",
    changed_other: "{{number}} Punkte einem anderen Objekt zugeordnet",
  },
} as const
