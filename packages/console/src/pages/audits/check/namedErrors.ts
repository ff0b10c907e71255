/** The errors that an auditor names in one draw. Pure. */
import type { Audit, ErrorType, Unit } from "../calls.ts"
import type { NamedError } from "./useAuditing.ts"

const errorTypes = [
  "missing",
  "spurious",
  "wrong_category",
  "wrong_attribute",
  "geometry",
] as const satisfies ReadonlyArray<ErrorType>

/** The kinds of errors that an audit counts: nobody draws an object that is missing. */
export const listErrorTypes = (unit: Unit): ReadonlyArray<ErrorType> =>
  errorTypes.filter((type) => unit === "samples" || type !== "missing")

const isSame = (
  a: Pick<NamedError, "annotation" | "type">,
  b: Pick<NamedError, "annotation" | "type">,
): boolean => a.type === b.type && a.annotation === b.annotation

/** Names an error, or takes it away where it is named. An object that is missing is none that is selected. */
export const toggleError = (
  errors: ReadonlyArray<NamedError>,
  type: ErrorType,
  selected: number | null,
): ReadonlyArray<NamedError> => {
  const error = { type, annotation: type === "missing" ? null : selected, value: null }
  return errors.some((one) => isSame(one, error))
    ? errors.filter((one) => !isSame(one, error))
    : [...errors, error]
}

/** Replaces the value of an error of geometry. */
export const setErrorValue = (
  errors: ReadonlyArray<NamedError>,
  error: NamedError,
  value: number | null,
): ReadonlyArray<NamedError> => errors.map((one) => (isSame(one, error) ? { ...one, value } : one))

export const removeError = (
  errors: ReadonlyArray<NamedError>,
  error: NamedError,
): ReadonlyArray<NamedError> => errors.filter((one) => !isSame(one, error))

/** Whether an error needs a value: the measure of its geometry. */
export const isMeasured = ({ metric }: Pick<Audit, "metric">, { type }: Pick<NamedError, "type">): boolean =>
  type === "geometry" && metric !== null

/** Whether a value is beyond the tolerance, so that it is an error. */
export const isBeyond = (
  { metric, tolerance }: Pick<Audit, "metric" | "tolerance">,
  value: number | null,
): boolean =>
  value !== null && tolerance !== null && (metric === "iou" ? value < tolerance : value > tolerance)

/** Whether all that must be measured has a value that is an error. */
export const isComplete = (
  audit: Pick<Audit, "metric" | "tolerance">,
  errors: ReadonlyArray<NamedError>,
): boolean => errors.every((error) => !isMeasured(audit, error) || isBeyond(audit, error.value))
