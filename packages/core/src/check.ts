/**
 * The entry point for checks beside a page: the rules of the service without `effect`, for a worker of a browser. It returns
 * plain data, also for a label that is too large. {@link checkText} gives the result as the service stores it, {@link applyDismissals} adds its
 * dismissals, and {@link toWarningJson} gives the JSON of the API.
 */
export type { Checked, CheckResult, ExceededLimit, TextCheckResult } from "./domain/CheckResult.ts"
export type { Configuration } from "./domain/Configuration.ts"
export {
  type CsvCell,
  type CsvLineOptions,
  formatCsvLine,
  guardText,
  unguardText,
} from "./domain/csvCells.ts"
export type { TaskType } from "./domain/Dataset.ts"
export { defaultLeaseSeconds } from "./domain/defaultLease.ts"
export { computeContractDigest, isShapeOfContract, toShapeJson } from "./domain/exactShape/contractDigest.ts"
export * from "./domain/exactShape/ExactShape.ts"
export { mapShape } from "./domain/exactShape/mapShape.ts"
export { mixShapes } from "./domain/exactShape/mixShapes.ts"
export { readExactShape } from "./domain/exactShape/readExactShape.ts"
export { bridgeRings, signedArea } from "./domain/exactShape/rings.ts"
export {
  computeCorners,
  computeOutline,
  findLabeledPoints,
  toContract,
} from "./domain/exactShape/toContract.ts"
export { finishedStatuses, isFinished, waitingStatuses } from "./domain/labelStates.ts"
export type { ShownWarning, StoredWarning, Warning, WarningRuleName } from "./domain/Warning.ts"
export { warningRuleNames } from "./domain/warningRuleNames.ts"
export { toWarningJson } from "./domain/wire/warningJson.ts"
export { type CheckRequest, checkText } from "./warnings/checkText.ts"
export {
  type ComparedAttribute,
  notFilledIn,
  readAttributeValue,
} from "./warnings/rules/readAttributeValue.ts"
export { applyDismissals } from "./warnings/shownWith.ts"
export { type CheckOptions, tryCheckLabel } from "./warnings/tryCheckLabel.ts"
export type { StoredDismissal } from "./warnings/WarningStore.ts"
