import type { CheckResult } from "../domain/CheckResult.ts"
import type { Configuration } from "../domain/Configuration.ts"
import { LabelTooLarge } from "../domain/errors.ts"
import { type CheckOptions, tryCheckLabel } from "./tryCheckLabel.ts"

/**
 * Checks a label against its dataset's label-editor configuration. Both are plain data, for example the parsed
 * `attributes` of a label and the parsed `task_attributes` of a dataset. It needs no engine and no server, so it runs
 * in a browser. The warnings are those of the service, ordered by frame, sensor, rule and ids.
 *
 * ```ts
 * import { checkLabel } from "./checkLabel.ts"
 *
 * const { counts, truncated, warnings } = checkLabel(label, configuration)
 * for (const { frame, message } of warnings) report(frame, message)
 * ```
 *
 * Malformed parts of a label are reported as warnings that name the place. Throws `LabelTooLarge` for a label with
 * more than 10 000 frames, or 200 000 cuboids in one frame, and nothing else. `@annotary/core/check` has the same
 * check without `effect`.
 */
export const checkLabel = (
  label: unknown,
  configuration: Configuration,
  options: CheckOptions = {},
): CheckResult => {
  const checked = tryCheckLabel(label, configuration, options)
  if (checked._tag === "Checked") return checked.result
  const { limit, what } = checked
  throw new LabelTooLarge({ what, limit })
}
