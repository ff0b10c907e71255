/** Sets how people work on a dataset: what labelers and reviewers may do, when work counts as inactive, and which warnings refuse a label. */
import { Checkbox, Fieldset, NativeSelect, NumberInput, Stack, Text } from "@mantine/core"
import { type SubmitHandler, useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { LeaveGuard } from "../../ui/LeaveGuard.tsx"
import { FlagFields } from "../datasetFields/FlagFields.tsx"
import { flagGroupNames } from "../datasetFields/flags.ts"
import { maxOverlap } from "../datasetFields/overlap.ts"
import { AuditFields } from "./AuditFields.tsx"
import type { Settings } from "./calls.ts"
import { DecisionFields } from "./DecisionFields.tsx"
import { type FindProblem, findFormProblems } from "./findFormProblems.ts"
import { GoldFields } from "./GoldFields.tsx"
import { hasDecisions, isNumberMissing, listHiddenFields } from "./hiddenFields.ts"
import { ReviewFields } from "./ReviewFields.tsx"
import { readReviewCategories } from "./reviewCategories.ts"
import { SaveBar } from "./SaveBar.tsx"
import classes from "./settings.module.css"
import type { Saving } from "./useSaving.ts"
import {
  listTimeZones,
  makeWorkflowChange,
  type PolicySettings,
  type Rule,
  rules,
  submitChecks,
  submitPolicies,
  toPolicyKey,
  toWorkflowValues,
  type WorkflowValues,
} from "./workflow.ts"

interface WorkflowFormProps {
  readonly settings: Settings
  readonly saving: Saving
}

export const WorkflowForm = ({ saving, settings }: WorkflowFormProps) => {
  const { t } = useTranslation("datasetSettings")
  const form = useForm<WorkflowValues>({ defaultValues: toWorkflowValues(settings.dataset) })
  const { formState, getValues, handleSubmit, reset, setValue, watch } = form
  const { archived } = settings.dataset
  const send = async (values: WorkflowValues, base: Settings) => {
    if (isNumberMissing(values, settings.dataset)) return
    // The bar below the form shows the error.
    await saving.save(makeWorkflowChange(values, settings.dataset), base).then(
      () => reset(values),
      () => undefined,
    )
  }
  const submit: SubmitHandler<WorkflowValues> = (values) => send(values, settings)
  const flags = watch("flags")
  const { findProblem, rest } = findFormProblems(saving.error, listHiddenFields(watch(), settings.dataset))
  return (
    <form onSubmit={handleSubmit(submit)} noValidate>
      <LeaveGuard isChanged={() => form.formState.isDirty && !saving.isSaving} />
      <Stack gap="lg">
        {flagGroupNames.map((group) => (
          <FlagFields
            key={group}
            group={group}
            values={flags}
            disabled={archived}
            onChange={(flag, isOn) => setValue("flags", { ...flags, [flag]: isOn }, { shouldDirty: true })}
          />
        ))}
        <NumberInput
          label={t("inactivity")}
          description={t("inactivityHint")}
          w={320}
          min={0}
          max={2_147_483_647}
          allowDecimal={false}
          allowNegative={false}
          disabled={archived}
          error={findProblem("labeling_inactivity_timeout_seconds")}
          value={watch("inactivitySeconds")}
          onChange={(seconds) => setValue("inactivitySeconds", Number(seconds), { shouldDirty: true })}
        />
        <NativeSelect
          label={t("timeZone")}
          description={t("timeZoneHint")}
          w={320}
          disabled={archived}
          error={findProblem("time_zone")}
          value={watch("timeZone")}
          data={[...listTimeZones(watch("timeZone"))]}
          onChange={({ currentTarget }) => setValue("timeZone", currentTarget.value, { shouldDirty: true })}
        />
        <NumberInput
          label={t("dailyGoal")}
          description={t("dailyGoalHint")}
          w={320}
          min={0}
          max={100_000}
          allowDecimal={false}
          allowNegative={false}
          disabled={archived}
          error={findProblem("daily_goal")}
          value={watch("dailyGoal")}
          onChange={(goal) => setValue("dailyGoal", Number(goal), { shouldDirty: true })}
        />
        <NumberInput
          label={t("overlap")}
          description={t("overlapHint")}
          w={320}
          min={1}
          max={maxOverlap}
          allowDecimal={false}
          allowNegative={false}
          disabled={archived}
          error={findProblem("overlap")}
          value={watch("overlap")}
          onChange={(count) => setValue("overlap", Number(count), { shouldDirty: true })}
        />
        {hasDecisions({ overlap: watch("overlap") }, settings.dataset) ? (
          <DecisionFields
            value={watch("decision")}
            findProblem={findProblem}
            disabled={archived}
            onChange={(decision) => setValue("decision", decision, { shouldDirty: true })}
          />
        ) : null}
        <ReviewFields
          value={watch("review")}
          findProblem={findProblem}
          categories={readReviewCategories(settings.dataset.task_attributes)}
          disabled={archived}
          onChange={(review) => setValue("review", review, { shouldDirty: true })}
        />
        <GoldFields
          value={watch("gold")}
          findProblem={findProblem}
          disabled={archived}
          onChange={(gold) => setValue("gold", gold, { shouldDirty: true })}
        />
        <AuditFields
          value={watch("auditTolerance")}
          findProblem={findProblem}
          disabled={archived}
          onChange={(tolerance) => setValue("auditTolerance", tolerance, { shouldDirty: true })}
        />
        <SubmitFields
          value={watch("policies")}
          findProblem={findProblem}
          disabled={archived}
          onChange={(policies) => setValue("policies", policies, { shouldDirty: true })}
        />
        <RejectedRules
          value={watch("rejectOn")}
          error={findProblem("reject_on_warnings")}
          disabled={archived}
          onChange={(chosen) => setValue("rejectOn", chosen, { shouldDirty: true })}
        />
        {archived ? null : (
          <SaveBar
            isChanged={formState.isDirty}
            saving={saving}
            error={rest}
            onSaveOver={(latest) => send(getValues(), latest)}
          />
        )}
      </Stack>
    </form>
  )
}

interface SubmitFieldsProps {
  readonly value: PolicySettings
  readonly findProblem: FindProblem
  readonly disabled: boolean
  readonly onChange: (policies: PolicySettings) => void
}

const SubmitFields = ({ disabled, findProblem, onChange, value }: SubmitFieldsProps) => {
  const { t } = useTranslation("datasetSettings")
  return (
    <Fieldset legend={t("submitChecks")}>
      <Text size="xs" c="dimmed" mb="xs">
        {t("submitChecksHint")}
      </Text>
      <div className={classes.rules}>
        {submitChecks.map((name) => (
          <NativeSelect
            key={name}
            label={t(`submitCheck.${name}`)}
            disabled={disabled}
            error={findProblem(name)}
            value={value[name]}
            data={submitPolicies.map((policy) => ({
              value: policy,
              label: t(`submitPolicy.${toPolicyKey(policy)}`),
            }))}
            onChange={({ currentTarget }) => {
              const policy = submitPolicies.find((one) => one === currentTarget.value)
              if (policy !== undefined) onChange({ ...value, [name]: policy })
            }}
          />
        ))}
      </div>
    </Fieldset>
  )
}

interface RejectedRulesProps {
  readonly value: ReadonlyArray<Rule>
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (rules: ReadonlyArray<Rule>) => void
}

const RejectedRules = ({ disabled, error, onChange, value }: RejectedRulesProps) => {
  const { t } = useTranslation("datasetSettings")
  return (
    <Fieldset legend={t("rejectOn")}>
      <Checkbox.Group
        description={t("rejectOnHint")}
        error={error}
        value={[...value]}
        onChange={(chosen) => onChange(rules.filter((rule) => chosen.includes(rule)))}
      >
        <div className={classes.rules}>
          {rules.map((rule) => (
            <Checkbox key={rule} value={rule} label={t(`rules.${rule}`)} disabled={disabled} />
          ))}
        </div>
      </Checkbox.Group>
    </Fieldset>
  )
}
