/** The fields of gold samples: how many of the samples that people get have a known label, and what follows from their answers. */
import { Fieldset, NumberInput, Stack, Switch } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { FindProblem } from "./findFormProblems.ts"
import { PercentField } from "./PercentField.tsx"
import type { GoldSettings } from "./workflow.ts"

interface GoldFieldsProps {
  readonly value: GoldSettings
  readonly findProblem: FindProblem
  readonly disabled: boolean
  readonly onChange: (settings: GoldSettings) => void
}

/** The share that is offered when people are to be paused. */
const usualThreshold = 0.7

export const GoldFields = ({ disabled, findProblem, onChange, value }: GoldFieldsProps) => {
  const { t } = useTranslation("datasetSettings")
  const { gold_agreement, gold_feedback, gold_minimum, gold_rate, gold_threshold } = value
  const findError = (field: keyof GoldSettings) =>
    Number.isNaN(value[field]) ? t("gold.missing") : findProblem(field)
  return (
    <Fieldset legend={t("gold.title")}>
      <Stack gap="sm">
        <PercentField
          label={t("gold.gold_rate")}
          description={t("gold.rateHint")}
          error={findError("gold_rate")}
          most={0.5}
          disabled={disabled}
          value={gold_rate}
          onChange={(share) => onChange({ ...value, gold_rate: share })}
        />
        {gold_rate === 0 ? null : (
          <>
            <PercentField
              label={t("gold.gold_agreement")}
              description={t("gold.agreementHint")}
              error={findError("gold_agreement")}
              disabled={disabled}
              value={gold_agreement}
              onChange={(share) => onChange({ ...value, gold_agreement: share })}
            />
            <Switch
              label={t("gold.gold_feedback")}
              error={findProblem("gold_feedback")}
              disabled={disabled}
              checked={gold_feedback}
              onChange={({ currentTarget }) => onChange({ ...value, gold_feedback: currentTarget.checked })}
            />
            <Switch
              label={t("gold.pause")}
              disabled={disabled}
              checked={gold_threshold !== null}
              onChange={({ currentTarget }) =>
                onChange({ ...value, gold_threshold: currentTarget.checked ? usualThreshold : null })
              }
            />
          </>
        )}
        {gold_rate === 0 || gold_threshold === null ? null : (
          <>
            <PercentField
              label={t("gold.gold_threshold")}
              description={t("gold.thresholdHint")}
              error={findError("gold_threshold")}
              disabled={disabled}
              value={gold_threshold}
              onChange={(share) => onChange({ ...value, gold_threshold: share })}
            />
            <NumberInput
              label={t("gold.gold_minimum")}
              description={t("gold.minimumHint")}
              error={findProblem("gold_minimum")}
              w={320}
              min={1}
              max={1000}
              allowDecimal={false}
              allowNegative={false}
              disabled={disabled}
              value={gold_minimum}
              onChange={(count) => onChange({ ...value, gold_minimum: Number(count) })}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
