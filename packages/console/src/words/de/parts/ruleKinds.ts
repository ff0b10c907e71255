/** The German words of the rules of a configuration that raise warnings. */
export const ruleKinds = {
  "intersecting-cuboids": "Quader schneiden sich",
  "cuboid-dimension-limits": "Quader zu klein oder zu groß",
  "track-dimension-change": "Track ändert die Größe",
  "track-rotation-jump": "Drehung springt innerhalb eines Tracks",
  "track-displacement": "Position springt innerhalb eines Tracks",
  "track-category-change": "Track wechselt die Kategorie",
  "duplicate-id": "Zwei Objekte mit derselben Track-ID",
  "minimum-points": "Quader mit zu wenigen Punkten",
  "polygon-self-intersection": "Polygon schneidet sich selbst",
  "shape-outside-image": "Form außerhalb des Bildes",
  "overlapping-boxes": "Boxen überlappen sich",
  "missing-joints": "Skelett mit fehlenden Gelenken",
} as const
