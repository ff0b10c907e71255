/** The note in the answer to finished work by which that work can be taken back. Pure. */
import { Option, Schema } from "effect"
import { VersionId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Label } from "../domain/Label.ts"
import { Username } from "../domain/Names.ts"
import { fromMillis, Timestamp, toMillis } from "../domain/Timestamp.ts"
import type { Workunit } from "../domain/Workunit.ts"

/** The time in which work can be taken back, in milliseconds. */
const undoMillis = 60_000

const Person = Schema.NullOr(Username)

/** The label before the work: its version, and the people whom no version names. */
const LabelBefore = Schema.Struct({
  version: VersionId,
  labeler: Person,
  reviewer: Person,
  rejecter: Person,
  reviewed_at: Schema.NullOr(Timestamp),
  reviewed_by: Person,
})

const UndoNote = Schema.Struct({
  /** The last moment. */
  until: Timestamp,
  /** Null: the sample had no label. */
  before: Schema.NullOr(LabelBefore),
})
type UndoNote = typeof UndoNote.Type

/** The note of finished work; undefined for work that cannot be taken back, such as a rejection, which opens an issue. */
export const makeUndoNote = (
  { action, createdAt }: Pick<Workunit, "action" | "createdAt">,
  before: Label | null,
): typeof UndoNote.Encoded | undefined =>
  action === "submit" || action === "accept"
    ? {
        until: fromMillis(toMillis(createdAt) + undoMillis),
        before: before && {
          version: before.version,
          labeler: before.labeler,
          reviewer: before.reviewer,
          rejecter: before.rejecter,
          reviewed_at: before.reviewedAt,
          reviewed_by: before.reviewedBy,
        },
      }
    : undefined

const Answer = Schema.parseJson(
  Schema.Struct({ label: Schema.Struct({ version: VersionId }), undo: Schema.optional(UndoNote) }),
)
const readAnswer = Schema.decodeUnknownOption(Answer)

/** Finished work as its answer describes it. */
interface FinishedWork {
  /** The version that the work made. */
  readonly version: VersionId
  readonly undo: UndoNote | undefined
}

/** The label version and the note in an answer; undefined where it is no longer stored. */
export const readFinishedWork = (answer: JsonText | null): FinishedWork | undefined => {
  const read = Option.getOrUndefined(readAnswer(answer))
  return read && { version: read.label.version, undo: read.undo }
}
