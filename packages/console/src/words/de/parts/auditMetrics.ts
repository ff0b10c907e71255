/** The metrics by which audits decide about geometry. */
export const auditMetrics = {
  none: "der Prüfer einen Fehler sieht",
  iou: "die IoU unter der Toleranz liegt",
  distance: "der Abstand über der Toleranz liegt",
  angle: "der Winkel über der Toleranz liegt",
} as const
