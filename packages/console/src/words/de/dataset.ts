/** The German words of the overview and the settings of a dataset. */
import type { Translation } from "../words.ts"
import { statuses } from "./parts/statuses.ts"

export default {
  labels: "Labels",
  samples_one: "{{number}} Sample",
  samples_other: "{{number}} Samples",
  noSamples: "Der Datensatz hat noch keine Samples.",
  readme: { title: "Readme", none: "Noch kein Readme.", write: "Readme schreiben", edit: "Bearbeiten" },
  releases: {
    title: "Releases",
    all: "Alle Releases",
    none: "Noch keine Releases.",
    states: { PENDING: "Wird erstellt", FAILED: "Fehlgeschlagen" },
  },
  people: {
    title: "Personen, letzte 30 Tage",
    person: "Person",
    labeled: "Gelabelt",
    reviewed: "Geprüft",
    time: "Zeit",
    skipped: "Übersprungen",
    none: "In diesem Zeitraum hat niemand gearbeitet.",
  },
  health: {
    title: "Warteschlangen",
    open: "Zu den Warteschlangen",
    toLabel: "Warten auf das Labeln",
    toReview: "Warten auf die Prüfung",
    rejected: "davon abgelehnt",
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
  firstSteps: {
    configuration: {
      name: "Kategorien konfigurieren",
      text: "Legen Sie Kategorien mit Farben und Attributen fest, und Regeln, die vor Fehlern warnen.",
    },
    import: {
      name: "Samples importieren",
      text: "Laden Sie Dateien oder Ordner von diesem Rechner hoch, etwa im COCO-Format.",
    },
    people: {
      name: "Personen einladen",
      text: "Fügen Sie Labeler und Prüfer mit ihrem Benutzernamen hinzu, oder senden Sie ihnen einen Link.",
    },
    api: "Oder fügen Sie ein Sample über die API hinzu:",
  },
  nextSteps: {
    title: "Nächste Schritte",
    categories: "Die Samples sind da. Zum Labeln braucht es zuerst Kategorien.",
    label: "Die Samples sind da und können gelabelt werden.",
    labelRest: "Einige Samples warten auf das Labeln.",
    review: "Einige Labels warten auf die Prüfung.",
    finished: "Keine Samples warten auf das Labeln oder die Prüfung.",
    configure: "Kategorien konfigurieren",
    startLabeling: "Labeln beginnen",
    startReviewing: "Prüfen beginnen",
    releases: "Zu den Releases",
    invite: "Personen einladen",
  },
  states: statuses,
} satisfies Translation<"dataset">
