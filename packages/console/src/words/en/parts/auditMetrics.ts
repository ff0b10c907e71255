/** The metrics by which audits decide about geometry. */
export const auditMetrics = {
  none: "the auditor sees an error",
  iou: "IoU is below the tolerance",
  distance: "the distance is above the tolerance",
  angle: "the angle is above the tolerance",
} as const
