/** The note in the stored answer to finished work by which that work can be taken back. Pure. */
import { Option, Schema } from "effect"
import type { Permitted } from "../access/Access.ts"
import type { Claim } from "../domain/Claim.ts"
import { Conflict } from "../domain/errors.ts"
import { VersionId } from "../domain/Ids.ts"
import { castToJsonText, type JsonText } from "../domain/JsonText.ts"
import type { Label } from "../domain/Label.ts"
import { Username } from "../domain/Names.ts"
import { fromMillis, Timestamp, toMillis } from "../domain/Timestamp.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { undoMillis } from "../placement/WorkunitStore.ts"

/** Work that was taken back. */
export interface UndoneWork {
  readonly permitted: Permitted
  /** The new claim of the person; null where the queue gives them no more, or gives the sample to somebody else. */
  readonly claim: Claim | null
  readonly workunit: Workunit
}

export const notUndoable = new Conflict({ code: "not_undoable" })

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
export type LabelBefore = typeof LabelBefore.Type

const UndoNote = Schema.Struct({
  /** The last moment. */
  until: Timestamp,
  /** The configuration of the work. The label before it may not fit a later one. */
  config_version: Schema.Int,
  /** Null: the sample had no label. */
  before: Schema.NullOr(LabelBefore),
  /** Whether the work is the label of one person of several. */
  overlap: Schema.optional(Schema.Literal(true)),
})
export interface UndoNote extends Schema.Schema.Type<typeof UndoNote> {}

/** The note of finished work; undefined for work that cannot be taken back: rejections, and work with a comment, which opens an issue. */
export const makeUndoNote = (
  { action, createdAt }: Pick<Workunit, "action" | "createdAt">,
  before: Label | null,
  configVersion: number,
  hasComment: boolean,
): UndoNote | undefined =>
  !hasComment && (action === "submit" || action === "accept")
    ? {
        until: fromMillis(toMillis(createdAt) + undoMillis),
        config_version: configVersion,
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

/** The note of the label of one person of several; undefined for one that cannot be taken back. */
export const makeOverlapUndoNote = (
  unit: Pick<Workunit, "action" | "createdAt">,
  configVersion: number,
  hasComment: boolean,
): UndoNote | undefined => {
  const note = makeUndoNote(unit, null, configVersion, hasComment)
  return note && { ...note, overlap: true }
}

/** Answers begin with the label. The note stands before it, where the text of no label can be taken for it. */
const noteStart = '{"undo_note":'
const answerStart = ',"label":'

/** The answer as it is stored: with the note, which no client gets. */
export const addUndoNote = (answer: JsonText, note: UndoNote | undefined): JsonText =>
  note === undefined
    ? answer
    : castToJsonText(`${noteStart}${JSON.stringify(Schema.encodeSync(UndoNote)(note))},${answer.slice(1)}`)

/** The answer as the client gets it, from the stored one. */
export const removeUndoNote = (stored: JsonText): JsonText =>
  stored.startsWith(noteStart) ? castToJsonText(`{${stored.slice(stored.indexOf(answerStart) + 1)}`) : stored

const Answer = Schema.parseJson(
  Schema.Struct({
    label: Schema.Struct({ version: VersionId }),
    undo_note: Schema.optional(UndoNote),
  }),
)
const readAnswer = Schema.decodeUnknownOption(Answer)

/** Finished work as its answer describes it. */
interface FinishedWork {
  /** The version that the work made. */
  readonly version: VersionId
  readonly undo: UndoNote | undefined
}

/** The label version and the note in a stored answer; undefined where it is no longer stored. */
export const readFinishedWork = (answer: JsonText | null): FinishedWork | undefined => {
  const read = Option.getOrUndefined(readAnswer(answer))
  return read && { version: read.label.version, undo: read.undo_note }
}
