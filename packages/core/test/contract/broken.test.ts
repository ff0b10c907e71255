/** The suites see what is wrong: each of them fails against a storage that is broken on purpose. */
import { suites } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option, Stream } from "effect"
import { AuditStore } from "../../src/access/AuditStore.ts"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { LabelsetStore } from "../../src/access/LabelsetStore.ts"
import { UserStore } from "../../src/access/UserStore.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { IssueStore } from "../../src/issues/IssueStore.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { LabelStore } from "../../src/labels/LabelStore.ts"
import { WorkunitStore } from "../../src/placement/WorkunitStore.ts"
import { SampleStore } from "../../src/reading/SampleStore.ts"
import { BlobStore } from "../../src/storage/BlobStore.ts"
import { IdempotencyStore } from "../../src/storage/IdempotencyStore.ts"
import { Notifier } from "../../src/storage/Notifier.ts"
import { PeriodicTaskStore } from "../../src/storage/PeriodicTaskStore.ts"
import { SecretStore } from "../../src/storage/SecretStore.ts"
import { Transaction } from "../../src/storage/Transaction.ts"
import { WarningStore } from "../../src/warnings/WarningStore.ts"
import { brokenApiKeys } from "./brokenApiKeys.ts"
import { brokenAssets } from "./brokenAssets.ts"
import { brokenChanges } from "./brokenChanges.ts"
import { brokenClaims } from "./brokenClaims.ts"
import { brokenErasure } from "./brokenErasure.ts"
import { brokenGold } from "./brokenGold.ts"
import { brokenGuides } from "./brokenGuides.ts"
import { brokenJobs } from "./brokenJobs.ts"
import { brokenOverlaps } from "./brokenOverlaps.ts"
import { brokenPauses } from "./brokenPauses.ts"
import { brokenPictureSizes } from "./brokenPictureSizes.ts"
import { brokenPredictions } from "./brokenPredictions.ts"
import { brokenQuotas } from "./brokenQuotas.ts"
import { brokenReleaseAudits } from "./brokenReleaseAudits.ts"
import { brokenReleases } from "./brokenReleases.ts"
import { brokenSessions } from "./brokenSessions.ts"
import { brokenUpkeep } from "./brokenUpkeep.ts"
import { but, keepsAll, lockless, wrongIn } from "./sabotage.ts"

const succeed = Effect.succeed

const broken: ReadonlyArray<readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]> = [
  ["Transaction", "that does not roll back", keepsAll],
  ["Transaction", "without a lock", lockless],
  ["Transaction", "that is none", but(Transaction, () => ({ run: (effect) => effect }))],
  ["Storage, two at once", "without a lock", lockless],
  [
    "UserStore",
    "that finds names by case",
    but(UserStore, (w) => ({
      byName: (name) => (name === name.toLowerCase() ? w.byName(name) : succeed(Option.none())),
    })),
  ],
  [
    "UserStore",
    "that gives taken names",
    but(UserStore, (w) => ({ insert: (user) => Effect.as(w.insert(user), true) })),
  ],
  ["UserStore", "without a lock", lockless],
  [
    "UserStore, models",
    "that lists models of everybody",
    but(UserStore, (w) => ({ list: ({ modelOf: _, ...page }) => w.list(page) })),
  ],
  [
    "UserStore, models",
    "that finds versions without regard to case",
    but(UserStore, (w) => ({
      modelVersion: (model, name) =>
        Effect.map(w.modelVersions([model], 99), (all) =>
          Option.fromNullable(all.find((one) => one.name.toLowerCase() === name.toLowerCase())),
        ),
    })),
  ],
  [
    "UserStore, models",
    "that limits versions of all models together",
    but(UserStore, (w) => ({
      modelVersions: (models, limit) =>
        Effect.map(w.modelVersions(models, limit), (all) => all.slice(0, limit)),
    })),
  ],
  ["UserStore, models", "without a lock", lockless],
  ...brokenApiKeys,
  [
    "AuditStore",
    "that lists the oldest first",
    but(AuditStore, (w) => ({
      ofDataset: (...of) => Effect.map(w.ofDataset(...of), (all) => all.toReversed()),
    })),
  ],
  [
    "DatasetStore",
    "that gives taken names",
    but(DatasetStore, (w) => ({ insert: (one) => Effect.as(w.insert(one), true) })),
  ],
  [
    "DatasetStore",
    "that updates stale versions",
    but(DatasetStore, (w) => ({
      update: (one, expected) =>
        Effect.flatMap(w.access({ _tag: "Id", id: one.id }, null), (found) =>
          w.update(
            one,
            Option.match(found, { onNone: () => expected, onSome: ({ dataset }) => dataset.version }),
          ),
        ),
    })),
  ],
  ["DatasetStore", "without a lock", lockless],
  [
    "DatasetStore, roles",
    "that knows collaborators only",
    but(DatasetStore, (w) => ({
      access: (ref, user) =>
        Effect.map(
          w.access(ref, user),
          Option.map((one) => ({ ...one, role: one.role === "owner" ? null : one.role })),
        ),
    })),
  ],
  ["DatasetStore, collaborators", "without a lock", lockless],
  [
    "DatasetStore, collaborators",
    "that adds one twice",
    but(DatasetStore, (w) => ({ addCollaborator: (...of) => Effect.as(w.addCollaborator(...of), true) })),
  ],
  [
    "DatasetStore, configurations",
    "that lists the oldest first",
    but(DatasetStore, (w) => ({
      configurations: (...of) => Effect.map(w.configurations(...of), (all) => all.toReversed()),
    })),
  ],
  ["DatasetStore, deletion", "without a lock", lockless],
  ["DatasetStore, deletion", "that purges nothing", but(DatasetStore, () => ({ purge: () => succeed(1) }))],
  [
    "DatasetStore, deletion",
    "that does not delete",
    but(DatasetStore, () => ({ markDeleted: () => succeed(true) })),
  ],
  [
    "LabelsetStore",
    "that lists in any order",
    but(LabelsetStore, (w) => ({ list: (id) => Effect.map(w.list(id), (all) => all.toReversed()) })),
  ],
  [
    "DatasetStore, roles",
    "that reads a sample for anybody as for its owner",
    but(SampleStore, (w) => ({
      forWriteBy: (_user, id, labelset) =>
        Effect.map(
          w.forWriteBy(null, id, labelset),
          Option.map((found) => ({ ...found, access: { ...found.access, role: "owner" as const } })),
        ),
    })),
  ],
  ["LabelsetStore", "without a lock", lockless],
  [
    "SampleStore",
    "that says it added all",
    but(SampleStore, (w) => ({
      insert: (all) => Effect.as(w.insert(all), new Set(all.map(({ id }) => id))),
    })),
  ],
  [
    "SampleStore",
    "that updates stale versions",
    but(SampleStore, (w) => ({
      update: (one, expected) =>
        Effect.flatMap(w.byId(one.id), (found) =>
          w.update(one, Option.match(found, { onNone: () => expected, onSome: ({ version }) => version })),
        ),
    })),
  ],
  ["SampleStore", "without a lock", lockless],
  [
    "SampleStore, filters",
    "that finds more than it counts",
    but(SampleStore, (w) => ({ count: (filter, cap) => Effect.map(w.count(filter, cap), (n) => n - 1) })),
  ],
  [
    "SampleStore, orders",
    "that orders by UTF-16 units",
    but(SampleStore, (w) => ({
      page: (query) =>
        Effect.map(w.page(query), (all) =>
          query.sort.key === "name" && !query.sort.descending
            ? all.toSorted((a, b) => (String(a.value) < String(b.value) ? -1 : 1))
            : all,
        ),
    })),
  ],
  [
    "SampleStore, searches",
    "that ignores NOT",
    but(SampleStore, (w) => ({
      page: (query) => {
        const { search } = query.filter
        return search !== undefined && "not" in search
          ? w.page({ ...query, filter: { ...query.filter, search: search.not } })
          : w.page(query)
      },
    })),
  ],
  [
    "SampleStore, pages",
    "that skips one after a cursor",
    but(SampleStore, (w) => ({
      page: (query) => Effect.map(w.page(query), (all) => ("after" in query.start ? all.slice(1) : all)),
    })),
  ],
  [
    "LabelStore",
    "that writes over any version",
    but(LabelStore, (w) => ({
      write: (label, change, expected, same) =>
        Effect.flatMap(w.get(label.sampleId, label.labelsetId), (found) =>
          w.write(
            label,
            change,
            Option.match(found, { onNone: () => expected, onSome: ({ version }) => version }),
            same,
          ),
        ),
    })),
  ],
  ["LabelStore", "without a lock", lockless],
  ...brokenAssets,
  ...brokenErasure,
  ...brokenQuotas,
  ...brokenSessions,
  ...brokenChanges,
  [
    "LabelStore, history",
    "that forgets bodies",
    but(LabelStore, (w) => ({
      version: (...of) =>
        Effect.map(
          w.version(...of),
          Option.map((one) => ({ ...one, attributes: null })),
        ),
    })),
  ],
  ["WarningStore", "without a lock", lockless],
  [
    "WarningStore",
    "that takes every check result for fresh",
    but(WarningStore, (w) => ({
      find: (...of) =>
        Effect.map(
          w.find(...of),
          (found) =>
            new Map([...found].map(([id, one]) => [id, { ...one, fresh: one.checkResult !== null }])),
        ),
    })),
  ],
  [
    "WarningStore",
    "that keeps nothing of new labels",
    but(WarningStore, (w) => ({
      keep: (layer, results, before) =>
        before === "none" ? succeed(new Set()) : w.keep(layer, results, before),
    })),
  ],
  ["WarningStore", "that forgets the counts", but(WarningStore, () => ({ totals: () => succeed({}) }))],
  ...brokenPictureSizes,
  ...brokenGuides,
  ...brokenPauses,
  ...brokenOverlaps,
  ...brokenGold,
  ...brokenReleaseAudits,
  ["IssueStore", "without a lock", lockless],
  [
    "IssueStore",
    "that forgets comments on an update",
    but(IssueStore, (w) => ({
      update: (issue) =>
        Effect.zipRight(
          Effect.zipRight(w.remove(issue.id), w.insert({ ...issue, comments: [] })),
          Effect.void,
        ),
    })),
  ],
  ...brokenClaims,
  [
    "WorkunitStore",
    "that ends a claim twice",
    but(WorkunitStore, (w) => ({ insert: (unit) => Effect.as(w.insert(unit), true) })),
  ],
  ["WorkunitStore", "without a lock", lockless],
  [
    "WorkunitStore, undone work",
    "that does not sum up undos",
    but(WorkunitStore, (w) => ({
      tally: (...of) => Effect.map(w.tally(...of), (all) => all.filter(({ action }) => action !== "undo")),
    })),
  ],
  ...brokenPredictions,
  ...brokenReleases,
  ...brokenUpkeep,
  [
    "JobStore",
    "that leases what is leased",
    but(JobStore, (w) => ({ lease: (request) => w.lease({ ...request, leaseSeconds: -1 }) })),
  ],
  [
    "JobStore",
    "that leases jobs of every dataset",
    but(JobStore, (w) => ({ lease: ({ dataset: _, ...request }) => w.lease(request) })),
  ],
  [
    "JobStore",
    "that lets the first worker in",
    but(JobStore, (w) => ({ finish: (leased, outcome) => Effect.as(w.finish(leased, outcome), true) })),
  ],
  [
    "JobStore",
    "whose leases never end",
    but(JobStore, (w) => ({ lease: (request) => w.lease({ ...request, leaseSeconds: 900 }) })),
  ],
  ["JobStore", "without a lock", lockless],
  ...brokenJobs,
  ["Outbox", "that does not roll back", keepsAll],
  [
    "IdempotencyStore",
    "that forgets",
    but(IdempotencyStore, () => ({ begin: () => succeed(Option.none()) })),
  ],
  ["IdempotencyStore", "without a lock", lockless],
  ["SecretStore", "that keeps the last", but(SecretStore, () => ({ getOrKeep: (_, made) => succeed(made) }))],
  ["SecretStore", "without a lock", lockless],
  [
    "PeriodicTaskStore",
    "that gives what is leased",
    but(PeriodicTaskStore, (w) => ({ take: (turn) => w.take(turn, -1) })),
  ],
  [
    "PeriodicTaskStore",
    "whose leases never end",
    but(PeriodicTaskStore, (w) => ({ take: (turn) => w.take(turn, 900) })),
  ],
  [
    "PeriodicTaskStore",
    "that lets the first process in",
    but(PeriodicTaskStore, (w) => ({ end: (turn, next) => Effect.as(w.end(turn, next), true) })),
  ],
  [
    "PeriodicTaskStore",
    "that is never due again",
    but(PeriodicTaskStore, (w) => ({ end: (turn) => w.end(turn, 900) })),
  ],
  [
    "PeriodicTaskStore",
    "that takes checkpoints from anyone",
    but(PeriodicTaskStore, (w) => ({
      setCheckpoint: (turn, place) => Effect.as(w.setCheckpoint(turn, place), true),
    })),
  ],
  ["PeriodicTaskStore", "without a lock", lockless],
  ["Notifier", "that notifies nobody", but(Notifier, () => ({ notify: () => Effect.void }))],
  [
    "Notifier",
    "that forgets who comes later",
    but(Notifier, (w) => ({
      wait: (topic) => Effect.zipRight(Effect.timeoutOption(w.wait(topic), "1 millis"), w.wait(topic)),
    })),
  ],
  ["Notifier", "that does not wait for the commit", lockless],
  [
    "BlobStore",
    "that leaves halves behind",
    but(BlobStore, (w) => ({
      put: (key, bytes) =>
        Stream.runFoldEffect(bytes, 0, (size, part) =>
          Effect.as(w.put(key, Stream.make(part)), size + part.length),
        ),
    })),
  ],
]

// At once: most of them wait for the end of a lease.
describe.concurrent("a suite fails against", () => {
  for (const [port, how, layer] of broken) {
    it.live(`a ${port} ${how}`, () => Effect.map(wrongIn(port, layer), (wrong) => assert.isNotEmpty(wrong)))
  }

  it("leaves no suite out", () => {
    assert.sameMembers(
      [...new Set(broken.map(([port]) => port))],
      suites.map(({ port }) => port),
    )
  })
})
