/** The German words of the overview and the settings of a dataset. */
import type { Translation } from "../words.ts"

export default {
  labels: "Labels",
  samples_one: "{{number}} Sample",
  samples_other: "{{number}} Samples",
  noSamples: "Der Datensatz hat noch keine Samples.",
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
