/** The fields for the step after the last of several labels: a review, a merge of labels that agree, or one more label. */
import { Fieldset, NativeSelect, NumberInput, Stack, Switch } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { maxOverlap } from "../datasetFields/overlap.ts"
import type { FindProblem } from "./findFormProblems.ts"
import { PercentField } from "./PercentField.tsx"
import { type DecisionSettings, overlapDecisions, overlapWeights } from "./workflow.ts"

interface DecisionFieldsProps {
  readonly value: DecisionSettings
  readonly findProblem: FindProblem
  readonly disabled: boolean
  readonly onChange: (settings: DecisionSettings) => void
}

/** The share that is offered where another one than the majority decides. */
const usualQuorum = 0.5

export const DecisionFields = ({ disabled, findProblem, onChange, value }: DecisionFieldsProps) => {
  const { t } = useTranslation("datasetSettings")
  const { overlap_decision: decision, overlap_maximum: maximum, overlap_quorum: quorum } = value
  const findError = (field: keyof DecisionSettings) =>
    Number.isNaN(value[field]) ? t("gold.missing") : findProblem(field)
  return (
    <Fieldset legend={t("decision.title")}>
      <Stack gap="sm">
        <NativeSelect
          label={t("decision.overlap_decision")}
          maw={520}
          disabled={disabled}
          error={findProblem("overlap_decision")}
          value={decision}
          data={overlapDecisions.map((name) => ({ value: name, label: t(`decision.${name}`) }))}
          onChange={({ currentTarget }) => {
            const next = overlapDecisions.find((name) => name === currentTarget.value)
            if (next !== undefined) onChange({ ...value, overlap_decision: next })
          }}
        />
        <PercentField
          label={t("decision.overlap_threshold")}
          description={t(decision === "review" ? "decision.thresholdOfEventsHint" : "decision.thresholdHint")}
          error={findError("overlap_threshold")}
          disabled={disabled}
          value={value.overlap_threshold}
          onChange={(share) => onChange({ ...value, overlap_threshold: share })}
        />
        {decision === "one_more" ? (
          <NumberInput
            label={t("decision.overlap_maximum")}
            description={t("decision.maximumHint")}
            w={320}
            min={1}
            max={maxOverlap}
            allowDecimal={false}
            allowNegative={false}
            error={findProblem("overlap_maximum")}
            disabled={disabled}
            value={maximum}
            onChange={(count) => onChange({ ...value, overlap_maximum: Number(count) })}
          />
        ) : null}
        <Switch
          label={t("decision.majority")}
          disabled={disabled}
          checked={quorum === null}
          onChange={({ currentTarget }) =>
            onChange({ ...value, overlap_quorum: currentTarget.checked ? null : usualQuorum })
          }
        />
        {quorum === null ? null : (
          <PercentField
            label={t("decision.overlap_quorum")}
            description={t("decision.quorumHint")}
            error={findError("overlap_quorum")}
            disabled={disabled}
            value={quorum}
            onChange={(share) => onChange({ ...value, overlap_quorum: share })}
          />
        )}
        <PercentField
          label={t("decision.overlap_match_threshold")}
          description={t("decision.matchHint")}
          error={findError("overlap_match_threshold")}
          disabled={disabled}
          value={value.overlap_match_threshold}
          onChange={(share) => onChange({ ...value, overlap_match_threshold: share })}
        />
        <NativeSelect
          label={t("decision.overlap_weights")}
          maw={520}
          disabled={disabled}
          error={findProblem("overlap_weights")}
          value={value.overlap_weights}
          data={overlapWeights.map((name) => ({ value: name, label: t(`decision.${name}`) }))}
          onChange={({ currentTarget }) => {
            const next = overlapWeights.find((name) => name === currentTarget.value)
            if (next !== undefined) onChange({ ...value, overlap_weights: next })
          }}
        />
      </Stack>
    </Fieldset>
  )
}
