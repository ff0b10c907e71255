/** Permissions of label writes outside the queues, and their recorded action. Pure. */
import { Effect } from "effect"
import type { Claim } from "../domain/Claim.ts"
import type { DatasetSettings } from "../domain/DatasetSettings.ts"
import { Conflict, PermissionDenied } from "../domain/errors.ts"
import type { LabelAction, LabelStatus } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import { allows } from "../domain/permissions.ts"
import type { Sample } from "../domain/Sample.ts"
import type { DatasetRole } from "../domain/User.ts"
import { findDisabledSetting, isOpen, listTransitionsTo, type Transition } from "../placement/transitions.ts"

/** A label write outside the queues. */
export interface DirectWrite {
  readonly role: DatasetRole
  readonly by: Username
  readonly settings: DatasetSettings
  readonly groundTruth: boolean
  readonly sample: Pick<Sample, "assignedLabeler" | "assignedReviewer">
  /** The open claim on the sample. */
  readonly claim: Claim | undefined
  readonly from: LabelStatus | null
  /** The status in the request; null for none. */
  readonly sent: LabelStatus | null
  /** The status that the label will have. */
  readonly to: LabelStatus
}

/**
 * The action to record, or the refusal. Managers and above may write any label; labelers and reviewers the ground truth of
 * samples that they have claimed, or that are assigned to them and unclaimed, within the allowed transitions.
 */
export const validateDirectWrite = (
  write: DirectWrite,
): Effect.Effect<LabelAction, PermissionDenied | Conflict> => {
  const isPermitted = (operation: "write_any_label" | "label" | "review") =>
    allows(write.role, operation, { public: false })
  if (isPermitted("write_any_label"))
    return Effect.as(
      validateStatus(write.from, write.to, write.settings),
      chooseFreeAction(write.from, write.to),
    )
  if (!isPermitted("label") || !write.groundTruth || write.sent === null) return new PermissionDenied()

  const rows = listTransitionsTo(write.sent).filter((row) =>
    row.who === "reviewer" ? isPermitted("review") : row.who === "labeler",
  )
  const isHolder = write.claim?.holder === write.by
  const theirs = rows.filter((row) => isHolder || findAssignee(write.sample, row) === write.by)
  if (theirs.length === 0) return new PermissionDenied()
  if (!theirs.some((row) => isOpen(row, write.from, write.settings)))
    return explainNotOpen(theirs, write.from, write.settings)
  // A write ends the claim of a model, for which people do not wait.
  return write.claim === undefined || isHolder || write.claim.queue === "prelabeling"
    ? Effect.succeed("write")
    : new Conflict({ code: "sample_held" })
}

/** Whether the write submits or accepts a label, as work on a claim does. Managers and above may write any label. */
export const isFinalWrite = (role: DatasetRole, to: LabelStatus): boolean =>
  !allows(role, "write_any_label", { public: false }) && (to === "LABELED" || to === "REVIEWED")

/** The recorded action of an unrestricted write. */
export const chooseFreeAction = (from: LabelStatus | null, to: LabelStatus): LabelAction =>
  from === "REVIEWED" && to === "VERIFIED" ? "verify" : "write"

/** VERIFIED exists only in datasets that enable it. */
export const validateStatus = (
  from: LabelStatus | null,
  to: LabelStatus,
  settings: DatasetSettings,
): Effect.Effect<void, Conflict> =>
  from === to || isAllowed(to, settings) ? Effect.void : explainNotOpen(listTransitionsTo(to), from, settings)

/** Whether the dataset allows labels with this status. */
export const isAllowed = (to: LabelStatus, settings: DatasetSettings): boolean =>
  to !== "VERIFIED" || settings.enableLabelStatusVerified

/** The error when none of these transitions is allowed. A disabled setting is named before the label's status. */
export const explainNotOpen = (
  rows: ReadonlyArray<Transition>,
  from: LabelStatus | null,
  settings: DatasetSettings,
): Conflict => {
  const switches = rows.map((row) => findDisabledSetting(row, settings))
  const setting = switches.includes(undefined) ? undefined : switches[0]
  return setting === undefined
    ? makeWrongStateError(from)
    : new Conflict({ code: "wrong_state", status: from ?? "UNLABELED", setting })
}

/** The error for a status. A sample without a label is UNLABELED. */
export const makeWrongStateError = (from: LabelStatus | null): Conflict =>
  new Conflict({ code: "wrong_state", status: from ?? "UNLABELED" })

const findAssignee = (sample: DirectWrite["sample"], row: Transition): Username | null =>
  row.queue === "reviewing" ? sample.assignedReviewer : sample.assignedLabeler
