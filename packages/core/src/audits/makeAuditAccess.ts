import { Effect, Option } from "effect"
import { Conflict, FileGone, NotFound } from "../domain/errors.ts"
import { type DatasetId, isId, ReleaseAuditId } from "../domain/Ids.ts"
import { castToJsonText } from "../domain/JsonText.ts"
import type { Release } from "../domain/Release.ts"
import { checkHead, readConfiguration } from "../releases/checkLines.ts"
import { openReleaseFile, type ReleaseFile, requirePresent } from "../releases/openedFile.ts"
import { ReleaseAuditStore } from "../releases/ReleaseAuditStore.ts"
import { ReleaseStore } from "../releases/ReleaseStore.ts"
import { readHeadText } from "../releases/readReleaseHead.ts"
import { BlobStore } from "../storage/BlobStore.ts"

/** Audits and the files of their releases, as requests name them. Checks no permissions. */
export const makeAuditAccess = Effect.gen(function* () {
  const store = yield* ReleaseAuditStore
  const releases = yield* ReleaseStore
  const blobs = yield* BlobStore

  const findRelease = (dataset: DatasetId, name: string) =>
    Effect.flatMap(
      releases.byName(dataset, name),
      Option.match({
        onNone: () => Effect.fail(new NotFound({ resource: "release" })),
        onSome: (release: Release) => Effect.succeed(release),
      }),
    )

  /** An audit with its release. `change` locks it until the transaction ends. */
  const find = Effect.fnUntraced(function* (
    dataset: DatasetId,
    name: string,
    id: string,
    use: "read" | "change" = "read",
  ) {
    const release = yield* findRelease(dataset, name)
    if (!isId(id)) return yield* missing
    const key = ReleaseAuditId.make(id)
    const stored = use === "read" ? store.find(dataset, key) : store.findForUpdate(dataset, key)
    const audit = Option.getOrUndefined(yield* stored)
    if (audit === undefined || audit.releaseId !== release.id) return yield* missing
    return { release, audit }
  })

  /** The file of a release, which is complete. */
  const openFile = Effect.fnUntraced(function* (release: Release) {
    const file = openReleaseFile(blobs, release)
    return file === undefined
      ? yield* new FileGone({ resource: "release" })
      : yield* requirePresent(blobs, file)
  })

  /** The names of the labelsets in the release: reads the first line of its file. */
  const readLabelsets = (file: ReleaseFile) =>
    Effect.map(readHeadText(file.stream()), (head) => checkHead(head).heading?.labelsets ?? [])

  /** The configuration of the dataset in the release: reads the first line of its file. Null when the file is gone. */
  const readTaskAttributes = Effect.fnUntraced(function* (release: Release) {
    const file = Option.getOrUndefined(yield* Effect.option(openFile(release)))
    if (file === undefined) return null
    const configuration = readConfiguration(yield* readHeadText(file.stream()))
    return configuration === "" ? null : castToJsonText(configuration)
  })

  return { findRelease, find, openFile, readLabelsets, readTaskAttributes }
})

const missing = new NotFound({ resource: "audit" })

/** The samples of a release, as statements name them. */
export const getStatedSamples = ({ samplesCount, samplesSha256, status }: Release) =>
  samplesSha256 === null
    ? Effect.fail(new Conflict({ code: status === "PENDING" ? "release_pending" : "wrong_state", status }))
    : Effect.succeed({ count: samplesCount, root: samplesSha256 })
