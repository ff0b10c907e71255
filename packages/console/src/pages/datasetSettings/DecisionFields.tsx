/** The fields for the step after the last of several labels: a review, a merge of labels that agree, or one more label. */
import { Fieldset, NativeSelect, NumberInput, Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { maxOverlap } from "../datasetFields/overlap.ts"
import { PercentField } from "./PercentField.tsx"
import { type DecisionSettings, overlapDecisions } from "./workflow.ts"

interface DecisionFieldsProps {
  readonly value: DecisionSettings
  readonly disabled: boolean
  readonly onChange: (settings: DecisionSettings) => void
}

export const DecisionFields = ({ disabled, onChange, value }: DecisionFieldsProps) => {
  const { t } = useTranslation("datasetSettings")
  const { overlap_decision: decision, overlap_maximum: maximum, overlap_threshold: threshold } = value
  return (
    <Fieldset legend={t("decision.title")}>
      <Stack gap="sm">
        <NativeSelect
          label={t("decision.overlap_decision")}
          maw={520}
          disabled={disabled}
          value={decision}
          data={overlapDecisions.map((name) => ({ value: name, label: t(`decision.${name}`) }))}
          onChange={({ currentTarget }) => {
            const next = overlapDecisions.find((name) => name === currentTarget.value)
            if (next !== undefined) onChange({ ...value, overlap_decision: next })
          }}
        />
        {decision === "review" ? null : (
          <PercentField
            label={t("decision.overlap_threshold")}
            description={t("decision.thresholdHint")}
            error={Number.isNaN(threshold) ? t("gold.missing") : undefined}
            disabled={disabled}
            value={threshold}
            onChange={(share) => onChange({ ...value, overlap_threshold: share })}
          />
        )}
        {decision === "one_more" ? (
          <NumberInput
            label={t("decision.overlap_maximum")}
            description={t("decision.maximumHint")}
            w={320}
            min={1}
            max={maxOverlap}
            allowDecimal={false}
            allowNegative={false}
            disabled={disabled}
            value={maximum}
            onChange={(count) => onChange({ ...value, overlap_maximum: Number(count) })}
          />
        ) : null}
      </Stack>
    </Fieldset>
  )
}
