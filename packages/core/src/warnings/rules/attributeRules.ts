/** Checks each attribute value: whether a mandatory one is set, and whether it is known and in range. */
import type { Scene } from "../read/Scene.ts"
import type { CompiledAttribute } from "./Compiled.ts"
import type { Finding, Report } from "./Report.ts"
import { isFilledIn, type Subject } from "./subjects.ts"
import { toNumber } from "./values.ts"

export const checkAttribute = (
  scene: Pick<Scene, "frame" | "sensor">,
  subject: Subject,
  attribute: CompiledAttribute,
  value: unknown,
  report: Report,
): void => {
  const add = (finding: Finding) =>
    report.add(
      scene,
      {
        annotationIds: subject.annotationIds,
        trackIds: subject.trackIds,
        attribute: attribute.name,
        ...finding,
      },
      [subject.source],
    )
  if (!isFilledIn(value)) {
    if (attribute.mandatory) {
      add({ rule: "mandatory-attribute", message: `${subject.name}: “${attribute.name}” is required.` })
    }
    return
  }
  checkAttributeValue(subject, attribute, value, add)
  checkAttributeRange(subject, attribute, value, add)
}

const checkAttributeValue = (
  subject: Subject,
  attribute: CompiledAttribute,
  value: unknown,
  add: (finding: Finding) => void,
): void => {
  const problem = findProblem(attribute, value)
  if (problem !== undefined)
    add({ rule: "attribute-value", message: `${subject.name}: the value of “${attribute.name}” ${problem}.` })
}

const findProblem = ({ inputType, values }: CompiledAttribute, value: unknown): string | undefined => {
  switch (inputType) {
    case "select":
      return isAmong(values, value) ? undefined : "is not one of its options"
    case "multiselect": {
      const chosen: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
      return chosen.every((one) => isAmong(values, one)) ? undefined : "is not one of its options"
    }
    case "number":
      return Number.isNaN(toNumber(value)) ? "is not a number" : undefined
    case "checkbox":
      return typeof value === "boolean" ? undefined : "is neither true nor false"
    case "text":
      return typeof value === "string" ? undefined : "is not text"
    default:
      return typeof value === "object" ? undefined : "is not an object or a list"
  }
}

const isAmong = (values: ReadonlySet<string>, value: unknown): boolean =>
  typeof value === "string" && values.has(value)

/** The distance from a step, as a fraction of it, that still counts as the step: 0.3 is not exactly three times 0.1. */
const nearly = 1e-6
/** The rounding error of the division that counts steps. */
const rounding = 1e-12

const checkAttributeRange = (
  subject: Subject,
  { inputType, max, min, name, step }: CompiledAttribute,
  value: unknown,
  add: (finding: Finding) => void,
): void => {
  if (inputType !== "number") return
  const measured = toNumber(value)
  if (Number.isNaN(measured)) return
  const makeFinding = (limit: number, words: string): Finding => ({
    rule: "attribute-range",
    message: `${subject.name}: “${name}” is ${measured}, ${words} ${limit}.`,
    measured,
    limit,
  })
  if (min !== null && measured < min) add(makeFinding(min, "below the minimum of"))
  else if (max !== null && measured > max) add(makeFinding(max, "above the maximum of"))
  else if (step !== null && !isOnStep(measured - (min ?? 0), step))
    add(makeFinding(step, "not a multiple of the step"))
}

const isOnStep = (distance: number, step: number): boolean => {
  const steps = distance / step
  return Math.abs(steps - Math.round(steps)) <= Math.max(nearly, Math.abs(steps) * rounding)
}
