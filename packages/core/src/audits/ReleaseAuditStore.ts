import { Context, type Effect, type Option } from "effect"
import type { DatasetId, ReleaseAuditId, ReleaseId } from "../domain/Ids.ts"
import type { AuditDraw, AuditStratum, ReleaseAudit } from "../domain/ReleaseAudit.ts"

/** An audit with all that it begins with. */
export interface NewReleaseAudit {
  readonly audit: ReleaseAudit
  readonly strata: ReadonlyArray<AuditStratum>
  readonly draws: ReadonlyArray<AuditDraw>
}

/** Identifies an audit within all datasets. */
export type ReleaseAuditKey = Pick<ReleaseAudit, "datasetId" | "id">

/** Draws of an audit, by number. */
export interface AuditDrawQuery {
  /** Only draws with greater numbers. */
  readonly after: number
  readonly limit: number
  /** Whether draws with an outcome are left out. */
  readonly isOpen?: boolean | undefined
}

/** The port for audits of releases. They are deleted with their release. Nothing is found in a deleted dataset. */
export class ReleaseAuditStore extends Context.Tag("@annotary/core/ReleaseAuditStore")<
  ReleaseAuditStore,
  {
    /** Inserts an audit with its strata and draws. False when the release or its dataset was deleted. */
    readonly insert: (audit: NewReleaseAudit) => Effect.Effect<boolean>
    readonly find: (dataset: DatasetId, id: ReleaseAuditId) => Effect.Effect<Option.Option<ReleaseAudit>>
    /** The same, and locks the audit with its draws until the transaction ends. */
    readonly findForUpdate: (
      dataset: DatasetId,
      id: ReleaseAuditId,
    ) => Effect.Effect<Option.Option<ReleaseAudit>>
    /** The audits of a release, oldest first. */
    readonly list: (dataset: DatasetId, release: ReleaseId) => Effect.Effect<ReadonlyArray<ReleaseAudit>>
    /** Replaces the fields of an audit. */
    readonly update: (audit: ReleaseAudit) => Effect.Effect<void>
    /** The strata of an audit by number. */
    readonly listStrata: (audit: ReleaseAuditKey) => Effect.Effect<ReadonlyArray<AuditStratum>>
    /** Draws of an audit by number. */
    readonly listDraws: (
      audit: ReleaseAuditKey,
      query: AuditDrawQuery,
    ) => Effect.Effect<ReadonlyArray<AuditDraw>>
    /** Replaces claim, holder and outcome of a draw. */
    readonly updateDraw: (draw: AuditDraw) => Effect.Effect<void>
  }
>() {}
