import { Context, type Effect, type Option } from "effect"
import type { DatasetId, LabelsetId, ReleaseAuditId, ReleaseId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { AuditDraw, AuditExclusion, AuditStratum, ReleaseAudit } from "../domain/ReleaseAudit.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** An audit with all that it begins with. */
export interface NewReleaseAudit {
  readonly audit: ReleaseAudit
  readonly strata: ReadonlyArray<AuditStratum>
  readonly draws: ReadonlyArray<AuditDraw>
  readonly exclusions: ReadonlyArray<AuditExclusion>
}

/** Identifies an audit within all datasets. */
export type ReleaseAuditKey = Pick<ReleaseAudit, "datasetId" | "id">

/** Draws of an audit, by number. */
export interface AuditDrawQuery {
  /** Only draws with greater numbers. */
  readonly after: number
  readonly limit: number
}

/** A search for a draw that a person can check. */
export interface ClaimableDrawQuery {
  /** Only draws with greater numbers. */
  readonly after: number
  readonly user: Username
  /** Claims that have expired by then do not count. */
  readonly at: Timestamp
}

/** The labels of some samples. */
export interface LabelAuthorsQuery {
  readonly datasetId: DatasetId
  /** Null where the dataset has no such labelset any more: only the labels of several people are read. */
  readonly labelsetId: LabelsetId | null
  /** At most 500. */
  readonly samples: ReadonlyArray<SampleId>
}

/** An account that has written the label of a sample. */
export interface LabelAuthor {
  readonly sampleId: SampleId
  readonly user: Username
}

/** The port for audits of releases. They are deleted with their release. Nothing is found in a deleted dataset. */
export class ReleaseAuditStore extends Context.Tag("@annotary/core/ReleaseAuditStore")<
  ReleaseAuditStore,
  {
    /** Inserts an audit with its strata, draws and exclusions. False when the release or its dataset was deleted. */
    readonly insert: (audit: NewReleaseAudit) => Effect.Effect<boolean>
    /**
     * Replaces the fields of an audit that has no strata, draws and exclusions yet, and inserts these. False, and no change, when the audit was
     * deleted.
     */
    readonly fill: (audit: NewReleaseAudit) => Effect.Effect<boolean>
    readonly find: (dataset: DatasetId, id: ReleaseAuditId) => Effect.Effect<Option.Option<ReleaseAudit>>
    /** The same, and locks the audit with its draws until the transaction ends. */
    readonly findForUpdate: (
      dataset: DatasetId,
      id: ReleaseAuditId,
    ) => Effect.Effect<Option.Option<ReleaseAudit>>
    /** The audits of a release, oldest first. */
    readonly list: (dataset: DatasetId, release: ReleaseId) => Effect.Effect<ReadonlyArray<ReleaseAudit>>
    /** Deletes an audit with its strata, draws and exclusions. Nothing happens when it was deleted. */
    readonly remove: (audit: ReleaseAuditKey) => Effect.Effect<void>
    /** Replaces the fields of an audit. */
    readonly update: (audit: ReleaseAudit) => Effect.Effect<void>
    /** The strata of an audit by number. */
    readonly listStrata: (audit: ReleaseAuditKey) => Effect.Effect<ReadonlyArray<AuditStratum>>
    /** Draws of an audit by number. */
    readonly listDraws: (
      audit: ReleaseAuditKey,
      query: AuditDrawQuery,
    ) => Effect.Effect<ReadonlyArray<AuditDraw>>
    /**
     * The draw without an outcome that the person has claimed; otherwise the first one that nobody has claimed and from which the person is not
     * excluded. MUST NOT read all draws into memory.
     */
    readonly findClaimableDraw: (
      audit: ReleaseAuditKey,
      query: ClaimableDrawQuery,
    ) => Effect.Effect<Option.Option<AuditDraw>>
    /** Excludes a person from a draw. Changes nothing for one who is excluded. */
    readonly exclude: (exclusion: AuditExclusion) => Effect.Effect<void>
    /**
     * The accounts that wrote any stored version of the labels of these samples, in any order and each once for a sample: those of the history, also
     * of deleted labels, and those of labels by several people. Not those whose change of the configuration migrated labels: action `migrate`.
     */
    readonly listLabelAuthors: (query: LabelAuthorsQuery) => Effect.Effect<ReadonlyArray<LabelAuthor>>
    /** Replaces claim, holder and outcome of a draw. */
    readonly updateDraw: (draw: AuditDraw) => Effect.Effect<void>
  }
>() {}
