/** The German words of the overview and the settings of a dataset. */
import type { Translation } from "../words.ts"

export default {
  labels: "Labels",
  samples_one: "{{number}} Sample",
  samples_other: "{{number}} Samples",
  noSamples: "Der Datensatz hat noch keine Samples.",
  start: {
    title: "Nächste Schritte",
    configuration: {
      name: "Label-Editor konfigurieren",
      text: "Kategorien mit Farben und Attributen, und Regeln, die vor Fehlern warnen.",
    },
    import: {
      name: "Samples importieren",
      text: "Dateien oder Ordner von diesem Rechner, oder ein Format wie COCO.",
    },
    people: { name: "Personen einladen", text: "Labeler und Prüfer, mit Namen oder mit einem Link." },
    api: "Oder fügen Sie ein Sample über die API hinzu:",
  },
  states: {
    UNLABELED: "Nicht gelabelt",
    PRELABELED: "Vorgelabelt",
    LABELING_IN_PROGRESS: "Wird gelabelt",
    LABELED: "Gelabelt",
    REVIEWING_IN_PROGRESS: "Wird geprüft",
    REVIEWED: "Geprüft",
    REJECTED: "Zurückgewiesen",
    SKIPPED: "Übersprungen",
    VERIFIED: "Bestätigt",
  },
} satisfies Translation<"dataset">
