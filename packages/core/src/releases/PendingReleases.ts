/** What becomes of a release that is being made. Each step is to be called in the transaction that decides on it. */
import { Effect, Option } from "effect"
import { CurrentActor, system } from "../domain/Actor.ts"
import type { ReleaseId } from "../domain/Ids.ts"
import type { Release } from "../domain/Release.ts"
import { Events } from "../events/Events.ts"
import { Access } from "../identity/Access.ts"
import { ReleaseStore } from "./ReleaseStore.ts"
import type { FileFacts } from "./releaseBytes.ts"

export class PendingReleases extends Effect.Service<PendingReleases>()("@annotary/core/PendingReleases", {
  effect: Effect.gen(function* () {
    const store = yield* ReleaseStore
    const access = yield* Access
    const events = yield* Events

    /** The file is there: SUCCEEDED, and told. */
    const publish = (id: ReleaseId, fileKey: string, facts: FileFacts): Effect.Effect<void> =>
      change(id, { ...facts, fileKey, status: "SUCCEEDED", samplesDone: facts.samplesCount }).pipe(
        Effect.flatMap(Option.match({ onNone: () => Effect.void, onSome: tell })),
      )

    /** How many samples are written; false when the release is no longer wanted. */
    const note = (id: ReleaseId, samplesDone: number): Effect.Effect<boolean> =>
      Effect.map(change(id, { samplesDone }), Option.isSome)

    const fail = (id: ReleaseId, statusInfo: string): Effect.Effect<void> =>
      Effect.asVoid(change(id, { status: "FAILED", statusInfo }))

    /** A release that was deleted, or whose dataset was: its record goes, so that nothing waits for it any more. */
    const forget = (id: ReleaseId): Effect.Effect<void> => Effect.asVoid(store.remove(id))

    const change = (id: ReleaseId, fields: Partial<Release>): Effect.Effect<Option.Option<Release>> =>
      Effect.gen(function* () {
        const release = Option.getOrUndefined(yield* store.byId(id))
        if (release !== undefined && release.status !== "PENDING") return Option.none()
        const changed = release === undefined ? undefined : { ...release, ...fields }
        if (changed !== undefined && (yield* store.update(changed))) return Option.some(changed)
        yield* forget(id)
        return Option.none()
      })

    /** Writes `release.created`, where somebody wants to know. */
    const tell = (release: Release) =>
      access.find({ _tag: "Id", id: release.datasetId }).pipe(
        Effect.provideService(CurrentActor, system),
        Effect.flatMap(({ dataset, ownerWebhooks }) =>
          events.record({ dataset, ownerWebhooks, actor: release.createdBy }, [
            { type: "release.created", release },
          ]),
        ),
        Effect.catchTag("NotFound", () => Effect.void),
      )

    return { publish, note, fail, forget }
  }),
}) {}
