/** Numbers below the minimum, above the maximum, or between two steps. Steps are counted from the minimum, else from 0. */
import type { CompiledAttribute } from "./Compiled.ts"
import { numberOf } from "./numberOf.ts"
import type { Finding } from "./Report.ts"
import type { Subject } from "./subjects.ts"

/** How far from a step, as a part of it, still counts as on it: 0.3 is three times 0.1 only nearly. */
const nearly = 1e-6
/** What division leaves uncertain of a count of steps. */
const rounding = 1e-12

export const attributeRange = (
  subject: Subject,
  { inputType, max, min, step }: CompiledAttribute,
  value: unknown,
  add: (finding: Finding) => void,
): void => {
  if (inputType !== "number") return
  const measured = numberOf(value)
  if (Number.isNaN(measured)) return
  const finding = (limit: number, words: string): Finding => ({
    rule: "attribute-range",
    message: `${subject.name} has the number ${measured}, which is ${words} ${limit}.`,
    measured,
    limit,
  })
  if (min !== null && measured < min) add(finding(min, "below the minimum"))
  else if (max !== null && measured > max) add(finding(max, "above the maximum"))
  else if (step !== null && !isOnStep(measured - (min ?? 0), step))
    add(finding(step, "not a multiple of the step"))
}

const isOnStep = (distance: number, step: number): boolean => {
  const steps = distance / step
  return Math.abs(steps - Math.round(steps)) <= Math.max(nearly, Math.abs(steps) * rounding)
}
