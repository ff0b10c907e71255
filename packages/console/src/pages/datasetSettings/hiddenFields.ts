/** The fields of the workflow that its form does not show, because others make them pointless. Pure. */
import type { Wire } from "../../api/client.ts"
import type { WorkflowField, WorkflowValues } from "./workflow.ts"

type OverlapUse = Pick<Wire<"Dataset">, "uses_overlap">

const decisionFields = [
  "overlap_decision",
  "overlap_threshold",
  "overlap_maximum",
  "overlap_quorum",
  "overlap_match_threshold",
  "overlap_weights",
] as const satisfies ReadonlyArray<WorkflowField>

/** Whether the form shows the decisions between labels of several people. */
export const hasDecisions = ({ overlap }: Pick<WorkflowValues, "overlap">, dataset: OverlapUse): boolean =>
  overlap > 1 || dataset.uses_overlap

export const listHiddenFields = (values: WorkflowValues, dataset: OverlapUse): ReadonlySet<WorkflowField> => {
  const { decision, gold, review } = values
  return new Set<WorkflowField>([
    ...(hasDecisions(values, dataset) ? listHiddenDecisions(decision) : decisionFields),
    ...(review.review_rate < 1 ? [] : (["review_warnings", "review_people", "review_categories"] as const)),
    ...(gold.gold_rate === 0 ? (["gold_agreement", "gold_feedback"] as const) : []),
    ...(gold.gold_rate === 0 || gold.gold_threshold === null
      ? (["gold_threshold", "gold_minimum"] as const)
      : []),
  ])
}

const listHiddenDecisions = ({
  overlap_decision: decision,
  overlap_quorum: quorum,
}: WorkflowValues["decision"]): ReadonlyArray<WorkflowField> => [
  ...(decision === "one_more" ? [] : (["overlap_maximum"] as const)),
  ...(quorum === null ? (["overlap_quorum"] as const) : []),
]

/** Whether a field of a number that is shown is empty. Such a form cannot be saved. */
export const isNumberMissing = (values: WorkflowValues, dataset: OverlapUse): boolean => {
  const hidden: ReadonlySet<string> = listHiddenFields(values, dataset)
  const fields = {
    ...values.decision,
    ...values.review,
    ...values.gold,
    audit_tolerance: values.auditTolerance?.value,
  }
  return Object.entries(fields).some(([name, value]) => Number.isNaN(value) && !hidden.has(name))
}
