/** Begins an audit of a release: its confidence, its goal, and what counts as an error of geometry. */
import { NativeSelect, NumberInput, Select, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { makeDatasetQuery } from "../../api/dataset.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { readFieldProblems } from "../../ui/fieldProblems.ts"
import { findNumberSeparators, findPercentFormat } from "../../ui/numberSeparators.ts"
import { useChange } from "../../ui/useChange.ts"
import { useClose } from "../../ui/useDialog.tsx"
import { auditMetrics, findMetric } from "../datasetFields/auditMetrics.ts"
import { createAudit, makeAuditsQuery, type ReleasePath, type Unit } from "./calls.ts"
import { fromPercent } from "./figures.ts"

const units = ["samples", "objects"] as const

export const NewAudit = ({ path }: { readonly path: ReleasePath }) => {
  const { i18n, t } = useTranslation("audits")
  const navigate = useNavigate()
  const close = useClose()
  const dataset = useQuery(makeDatasetQuery(path))
  const [labelset, setLabelset] = useState("ground-truth")
  const [unit, setUnit] = useState<Unit>("samples")
  const [level, setLevel] = useState<number | string>(95)
  const [goal, setGoal] = useState<number | string>(2)
  const [draws, setDraws] = useState<number | string>(2000)
  // What the person has not chosen is that of the dataset.
  const byDefault = dataset.data?.audit_tolerance
  const [ownMetric, setMetric] = useState<(typeof auditMetrics)[number] | "none">()
  const [ownTolerance, setTolerance] = useState<number | string>()
  const metric = findMetric(ownMetric ?? byDefault?.metric)
  const tolerance = ownTolerance ?? (metric === byDefault?.metric ? byDefault?.value : undefined) ?? ""
  const create = useChange(
    () =>
      createAudit(path, {
        ...{ labelset, unit },
        goal: goal === "" ? null : fromPercent(Number(goal)),
        ...(level === "" ? {} : { level: fromPercent(Number(level)) }),
        ...(draws === "" ? {} : { draws: Number(draws) }),
        metric: metric ?? null,
        tolerance: metric === undefined || tolerance === "" ? null : Number(tolerance),
      }),
    {
      stale: [makeAuditsQuery(path)],
      last: ({ uuid }) => {
        close()
        return navigate({
          to: "/d/$owner/$dataset/releases/$release/audits/$audit",
          params: { ...path, audit: uuid },
        })
      },
    },
  )
  const problems = readFieldProblems(create.error)
  const findProblem = (field: string) => problems.find((problem) => problem.field === field)?.message
  const isShown = (field: string) => fields.includes(field) && (field !== "tolerance" || metric !== undefined)
  const isBeside = problems.length > 0 && problems.every(({ field }) => isShown(field))
  return (
    <ActionDialog
      title={t("new.title", { name: path.release })}
      action={t("new.start")}
      isRunning={create.isPending}
      error={isBeside ? undefined : create.error}
      onAct={() => create.mutate()}
    >
      <Stack gap="sm">
        <Text size="sm">{t("new.text")}</Text>
        <NativeSelect
          label={t("unit")}
          description={t(`units.${unit}.choice`)}
          value={unit}
          error={findProblem("unit")}
          data={units.map((value) => ({ value, label: t(`units.${value}.name`) }))}
          onChange={({ currentTarget: { value } }) => setUnit(units.find((one) => one === value) ?? unit)}
        />
        <NumberInput
          data-autofocus
          label={t("new.goal")}
          description={t("new.goalHint")}
          {...findPercentFormat(i18n.language)}
          min={0.01}
          max={99.99}
          allowNegative={false}
          value={goal}
          error={findProblem("goal")}
          onChange={setGoal}
        />
        <NumberInput
          label={t("new.level")}
          description={t("new.levelHint")}
          {...findPercentFormat(i18n.language)}
          min={50}
          max={99.99}
          allowNegative={false}
          value={level}
          error={findProblem("level")}
          onChange={setLevel}
        />
        <NumberInput
          label={t(`units.${unit}.draws`)}
          description={t("new.drawsHint")}
          min={1}
          max={10_000}
          {...findNumberSeparators(i18n.language)}
          allowDecimal={false}
          allowNegative={false}
          value={draws}
          error={findProblem("draws")}
          onChange={setDraws}
        />
        <NativeSelect
          label={t("new.metric")}
          value={metric ?? "none"}
          error={findProblem("metric")}
          data={["none" as const, ...auditMetrics].map((value) => ({
            value,
            label: t(`new.metrics.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => setMetric(findMetric(value) ?? "none")}
        />
        {metric === undefined ? null : (
          <NumberInput
            label={t("new.tolerance")}
            description={t("new.toleranceHint")}
            decimalSeparator={findNumberSeparators(i18n.language).decimalSeparator}
            allowNegative={false}
            value={tolerance}
            error={findProblem("tolerance")}
            onChange={setTolerance}
          />
        )}
        <Select
          allowDeselect={false}
          label={t("labelset")}
          data={dataset.data?.labelsets.map(({ name }) => name) ?? [labelset]}
          value={labelset}
          error={findProblem("labelset")}
          onChange={(value) => setLabelset(value ?? labelset)}
        />
      </Stack>
    </ActionDialog>
  )
}

/** The fields beside which errors stand. */
const fields: ReadonlyArray<string> = ["labelset", "unit", "level", "goal", "draws", "metric", "tolerance"]
