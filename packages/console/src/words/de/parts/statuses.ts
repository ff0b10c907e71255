/** The states of a label. */
export const statuses = {
  UNLABELED: "Ungelabelt",
  PRELABELED: "Vorgelabelt",
  LABELING_IN_PROGRESS: "Wird gelabelt",
  LABELED: "Gelabelt",
  REVIEWING_IN_PROGRESS: "Wird geprüft",
  REVIEWED: "Geprüft",
  REJECTED: "Abgelehnt",
  SKIPPED: "Übersprungen",
  VERIFIED: "Verifiziert",
} as const
