import type { Wire } from "../../api/client.ts"

/** The metrics of geometry in audits. */
export const auditMetrics = ["iou", "distance", "angle"] as const satisfies ReadonlyArray<Wire<"AuditMetric">>

/** The metric with the name; undefined for none, where any error of geometry that an auditor sees counts. */
export const findMetric = (name: string | undefined) => auditMetrics.find((metric) => metric === name)
