/** Adapters of audits of releases that are wrong. */
import { Effect, type Layer, Option } from "effect"
import type { Timestamp } from "../../src/domain/Timestamp.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { ReleaseAuditStore } from "../../src/releases/ReleaseAuditStore.ts"
import { ReleaseStore } from "../../src/releases/ReleaseStore.ts"
import { but, lockless } from "./sabotage.ts"

export const brokenReleaseAudits: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  ["ReleaseAuditStore", "without a lock", lockless],
  [
    "ReleaseAuditStore",
    "that forgets strata",
    but(ReleaseAuditStore, (w) => ({ insert: (whole) => w.insert({ ...whole, strata: [] }) })),
  ],
  [
    "ReleaseAuditStore",
    "that fills audits without their strata",
    but(ReleaseAuditStore, (w) => ({ fill: (whole) => w.fill({ ...whole, strata: [] }) })),
  ],
  [
    "ReleaseAuditStore",
    "that forgets why audits failed",
    but(ReleaseAuditStore, (w) => ({ update: (audit) => w.update({ ...audit, failure: null }) })),
  ],
  [
    "ReleaseAuditStore",
    "that takes objects for samples",
    but(ReleaseAuditStore, (w) => ({
      fill: (whole) => w.fill({ ...whole, draws: whole.draws.map((draw) => ({ ...draw, object: null })) }),
    })),
  ],
  [
    "ReleaseAuditStore",
    "that deletes no audit",
    but(ReleaseAuditStore, () => ({ remove: () => Effect.void })),
  ],
  [
    "ReleaseAuditStore",
    "that lists draws from the last one on",
    but(ReleaseAuditStore, (w) => ({
      listDraws: (...of) => Effect.map(w.listDraws(...of), (draws) => draws.toReversed()),
    })),
  ],
  [
    "ReleaseAuditStore",
    "that gives draws to everybody",
    but(ReleaseAuditStore, () => ({ exclude: () => Effect.void })),
  ],
  [
    "ReleaseAuditStore",
    "that knows no labels of several people",
    but(ReleaseAuditStore, (w) => ({
      listLabelAuthors: (query) =>
        query.labelsetId === null ? Effect.succeed([]) : w.listLabelAuthors(query),
    })),
  ],
  [
    "ReleaseAuditStore",
    "that gives claimed draws away",
    but(ReleaseAuditStore, (w) => ({
      findClaimableDraw: (of, query) => w.findClaimableDraw(of, { ...query, at: "9" as Timestamp }),
    })),
  ],
  [
    "ReleaseAuditStore",
    "that keeps outcomes",
    but(ReleaseAuditStore, (w) => ({
      updateDraw: (draw) => (draw.outcome === null ? Effect.void : w.updateDraw(draw)),
    })),
  ],
  [
    "ReleaseAuditStore",
    "that lists the audits of all releases",
    but(ReleaseAuditStore, (w) => ({
      update: () => Effect.void,
      list: (...of) => Effect.map(w.list(...of), (all) => all.slice(0, 1)),
    })),
  ],
  [
    "ReleaseAuditStore",
    "that finds no audit",
    but(ReleaseAuditStore, () => ({ find: () => Effect.succeed(Option.none()) })),
  ],
  [
    "ReleaseAuditStore",
    "whose releases keep their audits",
    but(ReleaseStore, () => ({ remove: () => Effect.succeed(true) })),
  ],
]
