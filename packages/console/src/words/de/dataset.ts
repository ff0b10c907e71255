/** The German words of the overview and the settings of a dataset. */
import type { Translation } from "../words.ts"
import { statuses } from "./parts/statuses.ts"

export default {
  labels: "Labels",
  samples_one: "{{number}} Sample",
  samples_other: "{{number}} Samples",
  noSamples: "Der Datensatz hat noch keine Samples.",
  readme: { title: "Readme", none: "Es gibt kein Readme.", write: "Readme schreiben", edit: "Bearbeiten" },
  releases: {
    title: "Releases",
    all: "Alle Releases",
    none: "Es gibt noch keine Releases.",
    states: { PENDING: "Wird geschrieben", FAILED: "Fehlgeschlagen" },
  },
  people: {
    title: "Personen, letzte 30 Tage",
    person: "Person",
    labeled: "Gelabelt",
    reviewed: "Geprüft",
    time: "Zeit",
    skipped: "Übersprungen",
    none: "In dieser Zeit hat niemand gearbeitet.",
  },
  health: {
    title: "Warteschlangen",
    open: "Warteschlangen öffnen",
    toLabel: "Warten auf Labeln",
    toReview: "Warten auf Prüfung",
    rejected: "Davon abgelehnt",
    claims: "Offene Claims",
    ownClaims: "Ihre offenen Claims",
    oldest: "Ältester Claim",
    pace: "Im Tempo der letzten 7 Tage",
    days_one: "{{number}} Tag",
    days_other: "{{number}} Tage",
  },
  throughput: {
    title: "Fertige Arbeit",
    span: "Letzte 30 Tage",
    none: "In den letzten 30 Tagen wurde nichts gelabelt oder geprüft.",
    day: "Tag",
    labeled: "Gelabelt",
    reviewed: "Geprüft",
  },
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
  states: statuses,
} satisfies Translation<"dataset">
