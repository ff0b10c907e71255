/** The fields of a dataset's settings and their values in words, as the forms show them. */
import { useTranslation } from "react-i18next"
import { findMetric } from "../datasetFields/auditMetrics.ts"
import { categories } from "../datasetFields/CategoryField.tsx"
import { type Flag, flagGroupNames, flagGroups } from "../datasetFields/flags.ts"
import { dataKinds, type TaskType, taskTypes } from "../datasetFields/taskTypes.ts"
import type { Change } from "./calls.ts"
import { generalWords } from "./general/general.ts"
import {
  overlapDecisions,
  overlapWeights,
  rules,
  submitChecks,
  submitPolicies,
  toPolicyKey,
  workflowWords,
} from "./workflow.ts"

type Field = keyof Change

const words = { ...generalWords, ...workflowWords, guide: "guide.title" } as const
const fieldWords: Readonly<Record<Field, (typeof words)[keyof typeof words] | undefined>> = words

export const useFieldWords = () => {
  const { i18n, t } = useTranslation(["datasetSettings", "datasetFields"])
  const number = new Intl.NumberFormat(i18n.language)
  const flags = flagGroupNames.flatMap((group): ReadonlyArray<Flag> => flagGroups[group])
  const types = dataKinds.flatMap((kind): ReadonlyArray<TaskType> => taskTypes[kind])
  const translateField = (field: Field): string => {
    const flag = flags.find((one) => one === field)
    if (flag !== undefined) return t(`datasetFields:flags.${flag}.name`)
    const key = fieldWords[field]
    return key === undefined ? String(field) : t(key)
  }
  const formatFieldValue = (field: Field, value: unknown): string => {
    if (field === "public")
      return value === true ? t("datasetFields:public.name") : t("datasetFields:private.name")
    if (field === "category") {
      const category = categories.find((one) => one === value)
      if (category !== undefined) return t(`datasetFields:categories.${category}`)
    }
    if (field === "task_type") {
      const type = types.find((one) => one === value)
      if (type !== undefined) return t(`datasetFields:taskTypes.${type}.name`)
    }
    if (submitChecks.some((name) => name === field)) {
      const policy = submitPolicies.find((one) => one === value)
      if (policy !== undefined) return t(`submitPolicy.${toPolicyKey(policy)}`)
    }
    if (field === "overlap_decision") {
      const decision = overlapDecisions.find((one) => one === value)
      if (decision !== undefined) return t(`decision.${decision}`)
    }
    if (field === "overlap_weights") {
      const weights = overlapWeights.find((one) => one === value)
      if (weights !== undefined) return t(`decision.${weights}`)
    }
    if (field === "audit_tolerance") return formatTolerance(value)
    if (Array.isArray(value))
      return formatList(value, (one) => formatRule(one), i18n.language) || t("conflict.none")
    if (typeof value === "boolean") return value ? t("conflict.on") : t("conflict.off")
    if (typeof value === "number") return number.format(value)
    return typeof value === "string" ? value : JSON.stringify(value)
  }
  const formatTolerance = (value: unknown): string => {
    const { metric, value: tolerance } = Object(value)
    const name = t(`audit.metrics.${findMetric(metric) ?? "none"}`)
    return typeof tolerance === "number" ? `${name} (${number.format(tolerance)})` : name
  }
  const formatRule = (value: unknown): string => {
    const rule = rules.find((one) => one === value)
    return rule === undefined ? String(value) : t(`rules.${rule}`)
  }
  return { translateField, formatFieldValue }
}

const formatList = (
  values: ReadonlyArray<unknown>,
  wordOf: (value: unknown) => string,
  language: string,
): string => new Intl.ListFormat(language, { type: "unit" }).format(values.map(wordOf))
