import { Effect, Option, Stream } from "effect"
import { CurrentActor, system } from "../domain/Actor.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { NamedReleases } from "../domain/NamedReleases.ts"
import type { Release } from "../domain/Release.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { splitLines } from "./lines.ts"
import { hasPersonName } from "./namesPerson.ts"
import { ReleaseStore } from "./ReleaseStore.ts"
import { Releases } from "./Releases.ts"

/** A release whose file names a person. */
export interface NamingRelease {
  readonly dataset: string
  readonly release: string
}

/** Finds releases whose file names a person: they are immutable, so a removed person stays in those made before. */
export const makeNamingReleases = Effect.gen(function* () {
  const records = yield* ReleaseStore
  const releases = yield* Releases
  const blobs = yield* BlobStore
  const transaction = yield* Transaction

  /**
   * Reads the files of all releases of the datasets. Deletes those that name the person in a field, makes them again, or only
   * reports them: a name in what people wrote does not count.
   * Checks no permissions.
   */
  const applyChoice = (
    datasets: ReadonlyArray<{ readonly id: DatasetId; readonly name: string }>,
    name: string,
    wanted: NamedReleases,
  ) =>
    Effect.gen(function* () {
      const namingReleases: Array<NamingRelease & { readonly outcome: "kept" | "deleted" | "remade" }> = []
      for (const { id, name: dataset } of datasets)
        for (const release of yield* records.list(id)) {
          if (!(yield* hasNameInFile(release, name))) continue
          namingReleases.push({
            dataset,
            release: release.name,
            outcome: yield* applyChoiceTo(id, release, wanted),
          })
        }
      return namingReleases
    }).pipe(Effect.provideService(CurrentActor, system))

  /** A dataset that is archived or deleted keeps its releases. */
  const applyChoiceTo = (id: DatasetId, { description, name }: Release, wanted: NamedReleases) =>
    Effect.gen(function* () {
      if (wanted === "keep") return "kept" as const
      const remove = releases.remove({ _tag: "Id", id }, name)
      if (wanted === "delete") return yield* Effect.as(remove, "deleted" as const)
      // In one transaction, so that a release that cannot be made again is not lost.
      yield* transaction.run(
        Effect.zipRight(remove, releases.create({ _tag: "Id", id }, { name, description })),
      )
      return "remade" as const
    }).pipe(
      Effect.catchTags({
        Conflict: () => Effect.succeed("kept" as const),
        NotFound: () => Effect.succeed("kept" as const),
      }),
      Effect.orDie,
    )

  const hasNameInFile = ({ fileKey }: Release, name: string): Effect.Effect<boolean> =>
    Effect.gen(function* () {
      if (fileKey === null || Option.isNone(yield* blobs.size(fileKey))) return false
      const decoder = new TextDecoder()
      const firstLine = yield* splitLines(blobs.get(fileKey)).pipe(
        Stream.filter((line) => hasPersonName(decoder.decode(line), name)),
        Stream.runHead,
      )
      return Option.isSome(firstLine)
    })

  return { applyChoice }
})
