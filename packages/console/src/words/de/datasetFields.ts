/** The German words of the fields of a dataset. */
import type { Translation } from "../words.ts"

export default {
  name: "Name",
  nameHint:
    "1 bis 100 Zeichen: Buchstaben ohne Umlaute, Ziffern, Punkte, Unterstriche oder Bindestriche. Das erste Zeichen ist ein Buchstabe oder eine Ziffer.",
  nameWrong:
    "Verwenden Sie 1 bis 100 Zeichen: Buchstaben ohne Umlaute, Ziffern, Punkte, Unterstriche oder Bindestriche. Beginnen Sie mit einem Buchstaben oder einer Ziffer.",
  description: "Beschreibung",
  descriptionHint: "Ein oder zwei Sätze, die in Datensatzlisten erscheinen.",
  category: "Kategorie",
  categoryHint: "Was die Daten zeigen.",
  categories: {
    street_scenery: "Straßenszenen",
    garden: "Garten",
    agriculture: "Landwirtschaft",
    satellite: "Satellitenbilder",
    people: "Menschen",
    medical: "Medizin",
    fruit: "Obst",
    other: "Anderes",
  },
  visibility: "Sichtbarkeit",
  private: {
    name: "Privat",
    text: "Nur Sie, Mitwirkende und Mitglieder der Organisation können den Datensatz sehen.",
  },
  public: {
    name: "Öffentlich",
    text: "Alle, die sich anmelden können, können die Samples und Labels sehen und klonen.",
  },
  data: "Daten",
  kinds: { images: "Bilder", pointclouds: "Punktwolken", sensors: "Mehrere Sensoren" },
  taskType: "Aufgabentyp",
  taskTypes: {
    bboxes: { name: "Bounding-Boxen", text: "Objekte in einzelnen Bildern mit Boxen finden und zählen." },
    vector: {
      name: "Vektorformen",
      text: "Boxen, Polygone, Linienzüge und Punkte in einzelnen Bildern zeichnen, für genaue Umrisse und Linien.",
    },
    keypoints: {
      name: "Keypoints",
      text: "Einzelne Punkte markieren, etwa Gelenke oder Gesichtsmerkmale.",
    },
    "image-vector-sequence": {
      name: "Vektorformen in Sequenzen",
      text: "Boxen und andere Formen durch die Frames eines Videos verfolgen, mit Interpolation.",
    },
    "segmentation-bitmap": {
      name: "Segmentierung",
      text: "Jedes Pixel eines Bildes einer Kategorie oder einem Objekt zuordnen, mit Pinsel und Füllwerkzeug.",
    },
    "segmentation-bitmap-highres": {
      name: "Segmentierung in großen Bildern",
      text: "Bilder mit vielen Megapixeln segmentieren, etwa Satellitenbilder.",
    },
    "image-segmentation-sequence": {
      name: "Segmentierung in Sequenzen",
      text: "Die Pixel jedes Video-Frames Objekten zuordnen, die durch die Frames verfolgt werden.",
    },
    "pointcloud-cuboid": {
      name: "Quader",
      text: "Quader mit Position, Größe und Richtung um Objekte in einzelnen Scans zeichnen.",
    },
    "pointcloud-cuboid-sequence": {
      name: "Quader in Sequenzen",
      text: "Quader durch die Scans einer Fahrt verfolgen, mit Interpolation.",
    },
    "pointcloud-vector": {
      name: "Vektorformen in 3D",
      text: "Polygone, Linienzüge und Punkte in einzelnen Scans zeichnen, etwa Bordsteine und Fahrbahnmarkierungen für Karten.",
    },
    "pointcloud-vector-sequence": {
      name: "Vektorformen in 3D-Sequenzen",
      text: "Polygone, Linienzüge und Punkte durch die Scans einer Fahrt verfolgen.",
    },
    "pointcloud-segmentation": {
      name: "Punktsegmentierung",
      text: "Jeden Punkt eines Scans einer Kategorie oder einem Objekt zuordnen.",
    },
    "pointcloud-segmentation-sequence": {
      name: "Punktsegmentierung in Sequenzen",
      text: "Die Punkte jedes Scans Objekten zuordnen, die durch die Scans verfolgt werden.",
    },
    "multisensor-sequence": {
      name: "Kameras und Lidar kombiniert",
      text: "Dieselben Objekte in den Punktwolken und Kamerabildern einer Fahrt labeln. Jeder Sensor hat einen eigenen Aufgabentyp.",
    },
  },
  flagGroups: { work: "Labeln und Prüfen", tracks: "Tracks", space: "3D", links: "Verknüpfungen" },
  flags: {
    enable_skip_labeling: {
      name: "Labeln überspringen",
      text: "Labeler können Samples überspringen, die sie nicht labeln können.",
    },
    enable_skip_reviewing: {
      name: "Prüfen überspringen",
      text: "Prüfer können Labels ohne Entscheidung überspringen.",
    },
    enable_save_button: {
      name: "Schaltfläche „Speichern“",
      text: "Labeler können ihre Arbeit speichern und später fortsetzen, ohne sie abzugeben.",
    },
    enable_confirm_on_submit: {
      name: "Vor der Abgabe bestätigen",
      text: "Der Arbeitsplatz fragt nach, bevor ein Label abgegeben wird.",
    },
    enable_ratings: {
      name: "Bewertungen",
      text: "Prüfer können Labels mit einem bis fünf Sternen bewerten.",
    },
    enable_label_status_verified: {
      name: "Verifizierte Labels",
      text: "Manager können geprüfte Labels als verifiziert markieren; das ist der letzte Status eines Labels.",
    },
    enable_prelabeling: {
      name: "Labels von Modellen",
      text: "Samples ohne Label warten in einer eigenen Warteschlange auf ein Modell, auch die vorhandenen. Menschen warten nicht darauf.",
    },
    enable_interpolation: {
      name: "Interpolation",
      text: "Formen zwischen zwei Keyframes eines Tracks werden berechnet.",
    },
    use_timestamps_for_interpolation: {
      name: "Nach Zeit interpolieren",
      text: "Verwendet die Zeitstempel der Frames statt ihrer Nummern.",
    },
    enable_extrapolation: {
      name: "Extrapolation",
      text: "Ein Track bleibt am Ort seines letzten Keyframes, bis ihn jemand beendet, wie in CVAT.",
    },
    enable_same_dimensions_track_constraint: {
      name: "Eine Größe pro Track",
      text: "Ein Quader behält in allen Frames seines Tracks dieselbe Größe.",
    },
    enable_3d_cuboid_rotation: {
      name: "Drehung um alle Achsen",
      text: "Quader können zusätzlich zur Richtung auch Nick- und Rollwinkel haben.",
    },
    enable_object_linking: {
      name: "Verknüpfungen",
      text: "Labeler können Objekte verknüpfen, die zusammengehören.",
    },
    enable_object_link_category_restrictions: {
      name: "Verknüpfungen nach Kategorie",
      text: "Objekte lassen sich nur zwischen Kategorien verknüpfen, für die die Konfiguration es erlaubt.",
    },
  },
} satisfies Translation<"datasetFields">
