/** The answer to work on a claim, as it is stored for repeated requests. Pure. */
import type { Violation } from "../domain/errors.ts"
import { type JsonText, writeJson } from "../domain/JsonText.ts"
import type { Label } from "../domain/Label.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { type LabelContext, labelJson } from "../domain/wire/label.ts"
import { toWarningsJson } from "../domain/wire/warningsJson.ts"
import { toWorkunitJson } from "../domain/wire/work.ts"
import type { WriteCheck } from "../labels/makeLabelChecks.ts"
import type { GoldResult } from "./gold/makeGoldAnswers.ts"
import type { UndoNote } from "./undoNote.ts"

export const formatAnswer = (
  label: Label,
  context: LabelContext,
  workunit: Workunit,
  check: WriteCheck,
  advice: ReadonlyArray<Violation>,
  undo: UndoNote | undefined,
  gold: GoldResult | null = null,
): JsonText =>
  writeJson({
    label: labelJson(label, context),
    workunit: toWorkunitJson(workunit),
    undo: undo && { until: undo.until },
    gold: gold === null ? undefined : { score: gold.score, passed: gold.passed },
    warnings: check.warnings === null ? null : toWarningsJson(check.warnings),
    warnings_error: check.error,
    advice: advice.length === 0 ? undefined : advice.map(({ message, pointer }) => ({ pointer, message })),
  })
