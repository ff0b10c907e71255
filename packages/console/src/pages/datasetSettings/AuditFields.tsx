/** The fields for what new audits of releases count as an error of geometry, where nobody says otherwise. */
import { Fieldset, NativeSelect, NumberInput, Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { findNumberSeparators } from "../../ui/numberSeparators.ts"
import { auditMetrics, findMetric } from "../datasetFields/auditMetrics.ts"
import type { FindProblem } from "./findFormProblems.ts"
import type { WorkflowValues } from "./workflow.ts"

interface AuditFieldsProps {
  readonly value: WorkflowValues["auditTolerance"]
  readonly findProblem: FindProblem
  readonly disabled: boolean
  readonly onChange: (tolerance: WorkflowValues["auditTolerance"]) => void
}

/** The tolerances that are offered, in the units of each metric. */
const usualTolerances = { iou: 0.7, distance: 0.1, angle: 5 } as const

export const AuditFields = ({ disabled, findProblem, onChange, value }: AuditFieldsProps) => {
  const { i18n, t } = useTranslation("datasetSettings")
  const isMissing = value !== null && Number.isNaN(value.value)
  return (
    <Fieldset legend={t("audit.title")}>
      <Stack gap="sm">
        <NativeSelect
          label={t("audit.audit_tolerance")}
          description={t("audit.hint")}
          maw={520}
          disabled={disabled}
          error={value === null ? findProblem("audit_tolerance") : undefined}
          value={value?.metric ?? "none"}
          data={["none" as const, ...auditMetrics].map((name) => ({
            value: name,
            label: t(`audit.metrics.${name}`),
          }))}
          onChange={({ currentTarget }) => {
            const metric = findMetric(currentTarget.value)
            onChange(metric === undefined ? null : { metric, value: usualTolerances[metric] })
          }}
        />
        {value === null ? null : (
          <NumberInput
            label={t("audit.tolerance")}
            description={t("audit.toleranceHint")}
            w={320}
            maw="100%"
            decimalSeparator={findNumberSeparators(i18n.language).decimalSeparator}
            allowNegative={false}
            disabled={disabled}
            error={isMissing ? t("audit.toleranceMissing") : findProblem("audit_tolerance")}
            value={isMissing ? "" : value.value}
            onChange={(tolerance) =>
              onChange({ ...value, value: tolerance === "" ? Number.NaN : Number(tolerance) })
            }
          />
        )}
      </Stack>
    </Fieldset>
  )
}
