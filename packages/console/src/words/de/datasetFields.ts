/** The German words of the fields of a dataset. */
import type { Translation } from "../words.ts"

export default {
  name: "Name",
  nameHint:
    "1 bis 100 Buchstaben ohne Umlaute, Ziffern, Punkte, Unterstriche oder Bindestriche. Das erste Zeichen ist ein Buchstabe oder eine Ziffer.",
  nameWrong:
    "Verwenden Sie 1 bis 100 Buchstaben ohne Umlaute, Ziffern, Punkte, Unterstriche oder Bindestriche, zuerst einen Buchstaben oder eine Ziffer.",
  description: "Beschreibung",
  descriptionHint: "Ein oder zwei Sätze für Listen.",
  category: "Kategorie",
  categoryHint: "Das Thema der Daten.",
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
    text: "Nur Sie, Mitwirkende und Mitglieder der Organisation sehen den Datensatz.",
  },
  public: {
    name: "Öffentlich",
    text: "Alle, die sich anmelden können, sehen die Samples und Labels und dürfen sie kopieren.",
  },
  data: "Daten",
  kinds: { images: "Bilder", pointclouds: "Punktwolken", sensors: "Mehrere Sensoren" },
  taskType: "Aufgabentyp",
  taskTypes: {
    bboxes: { name: "Rechtecke", text: "Objekte in einzelnen Bildern mit Rechtecken finden und zählen." },
    vector: {
      name: "Vektorformen",
      text: "Rechtecke, Polygone, Linienzüge und Punkte in einzelnen Bildern, für genaue Umrisse und Linien.",
    },
    keypoints: {
      name: "Schlüsselpunkte",
      text: "Einzelne Punkte markieren, etwa Gelenke oder Merkmale eines Gesichts.",
    },
    "image-vector-sequence": {
      name: "Vektorformen in Sequenzen",
      text: "Rechtecke und andere Formen durch die Bilder eines Videos verfolgen, mit Interpolation.",
    },
    "segmentation-bitmap": {
      name: "Segmentierung",
      text: "Jedem Pixel eines Bildes mit Pinsel und Füllen eine Kategorie oder ein Objekt geben.",
    },
    "segmentation-bitmap-highres": {
      name: "Segmentierung großer Bilder",
      text: "Dasselbe für Bilder mit vielen Megapixeln, etwa Satellitenbilder.",
    },
    "image-segmentation-sequence": {
      name: "Segmentierung in Sequenzen",
      text: "Jedem Pixel in allen Bildern eines Videos ein Objekt geben, das dasselbe bleibt.",
    },
    "pointcloud-cuboid": {
      name: "Quader",
      text: "Quader mit Ort, Größe und Richtung um Objekte in einem Scan.",
    },
    "pointcloud-cuboid-sequence": {
      name: "Quader in Sequenzen",
      text: "Quader durch die Scans einer Fahrt verfolgen, mit Interpolation.",
    },
    "pointcloud-vector": {
      name: "Vektorformen in 3D",
      text: "Polygone, Linienzüge und Punkte in einem Scan, etwa Bordsteine und Markierungen einer Karte.",
    },
    "pointcloud-vector-sequence": {
      name: "Vektorformen in 3D-Sequenzen",
      text: "Dasselbe über die Scans einer Fahrt.",
    },
    "pointcloud-segmentation": {
      name: "Segmentierung von Punkten",
      text: "Jedem Punkt eines Scans eine Kategorie oder ein Objekt geben.",
    },
    "pointcloud-segmentation-sequence": {
      name: "Segmentierung von Punkten in Sequenzen",
      text: "Den Punkten aller Scans ein Objekt geben, das dasselbe bleibt.",
    },
    "multisensor-sequence": {
      name: "Kameras und Lidar zusammen",
      text: "Dieselben Objekte in Punktwolken und Kamerabildern einer Fahrt labeln. Jeder Sensor hat seine Aufgabe.",
    },
  },
  flagGroups: { work: "Labeln und Prüfen", tracks: "Tracks", space: "3D", links: "Verknüpfungen" },
  flags: {
    enable_skip_labeling: {
      name: "Labeln überspringen",
      text: "Labeler dürfen ein Sample überspringen, das sie nicht labeln können.",
    },
    enable_skip_reviewing: {
      name: "Prüfen überspringen",
      text: "Prüfer dürfen ein Label ohne Entscheidung überspringen.",
    },
    enable_save_button: {
      name: "Schaltfläche „Speichern“",
      text: "Labeler dürfen speichern und später weiterarbeiten, ohne abzugeben.",
    },
    enable_confirm_on_submit: {
      name: "Vor der Abgabe bestätigen",
      text: "Der Arbeitsplatz verlangt eine Bestätigung, bevor ein Label abgegeben wird.",
    },
    enable_ratings: { name: "Bewertungen", text: "Prüfer geben Labels ein bis fünf Sterne." },
    enable_label_status_verified: {
      name: "Bestätigte Labels",
      text: "Manager dürfen geprüfte Labels bestätigen; das ist der letzte Zustand eines Labels.",
    },
    enable_interpolation: {
      name: "Interpolation",
      text: "Formen zwischen zwei Keyframes eines Tracks werden berechnet.",
    },
    use_timestamps_for_interpolation: {
      name: "Nach Zeit interpolieren",
      text: "Nach den Zeitstempeln der Bilder statt nach ihren Nummern.",
    },
    enable_extrapolation: {
      name: "Extrapolation",
      text: "Ein Track setzt seine Bewegung nach dem letzten Keyframe fort.",
    },
    enable_same_dimensions_track_constraint: {
      name: "Eine Größe je Track",
      text: "Ein Quader hat in allen Bildern seines Tracks dieselbe Größe.",
    },
    enable_3d_cuboid_rotation: {
      name: "Drehung um alle Achsen",
      text: "Quader haben auch Nick- und Rollwinkel, nicht nur eine Richtung.",
    },
    enable_object_linking: {
      name: "Verknüpfungen",
      text: "Labeler dürfen Objekte verknüpfen, die zusammengehören.",
    },
    enable_object_link_category_restrictions: {
      name: "Verknüpfungen nach Kategorie",
      text: "Nur Verknüpfungen zwischen Kategorien, die die Konfiguration erlaubt.",
    },
  },
} satisfies Translation<"datasetFields">
