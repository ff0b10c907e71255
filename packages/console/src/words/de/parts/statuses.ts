/** The states of a label. */
export const statuses = {
  UNLABELED: "Ohne Label",
  PRELABELED: "Vorgelabelt",
  LABELING_IN_PROGRESS: "In Arbeit",
  LABELED: "Gelabelt",
  REVIEWING_IN_PROGRESS: "In Prüfung",
  REVIEWED: "Geprüft",
  REJECTED: "Abgelehnt",
  SKIPPED: "Übersprungen",
  VERIFIED: "Bestätigt",
} as const
