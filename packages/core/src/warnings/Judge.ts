/**
 * The port through which labels are judged. By default that happens on the calling thread, which serves nobody else
 * meanwhile; a host that has other threads brings a judge that uses them for large labels.
 */
import { Context, Effect } from "effect"
import type { Judged } from "../domain/CheckResult.ts"
import { LabelTooLarge } from "../domain/errors.ts"
import { type JudgeQuestion, judgeLabel } from "./judgeLabel.ts"

export interface Judging {
  /** An interruption ends the work, where it is done elsewhere. */
  readonly judge: (question: JudgeQuestion) => Effect.Effect<Judged, LabelTooLarge>
}

/** Judges on the calling thread. */
export const judgeInline: Judging = {
  judge: (question) =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(judgeLabel(question))
      } catch (error) {
        return error instanceof LabelTooLarge ? Effect.fail(error) : Effect.die(error)
      }
    }),
}

export class Judge extends Context.Reference<Judge>()("@annotary/core/Judge", {
  defaultValue: () => judgeInline,
}) {}
