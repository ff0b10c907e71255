import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream, TestClock } from "effect"
import { AuditStore } from "../../src/access/AuditStore.ts"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { CurrentActor } from "../../src/domain/Actor.ts"
import { Username } from "../../src/domain/Names.ts"
import { now } from "../../src/domain/Timestamp.ts"
import { Outbox } from "../../src/events/Outbox.ts"
import { JobWorker } from "../../src/jobs/JobWorker.ts"
import { SampleStore } from "../../src/reading/SampleStore.ts"
import { Releases } from "../../src/releases/Releases.ts"
import { BlobStore } from "../../src/storage/BlobStore.ts"
import { addSamples, build, bytesOf, current, datasetId, prepare, ref, services } from "./support.ts"

const events = Effect.flatMap(Outbox, (outbox) => outbox.read({ after: null, limit: 100 }))

/** Works until there is no job left. */
const workedOff = Effect.flatMap(JobWorker, ({ step }) => Effect.repeat(step, { while: (worked) => worked }))

/** What a signed URL carries. */
const partsOf = (url: string | null) => {
  const { pathname, searchParams } = new URL(url ?? "about:blank")
  return { pathname, expires: searchParams.get("expires") ?? "", token: searchParams.get("token") ?? "" }
}

const collected = (stream: Stream.Stream<Uint8Array>) =>
  Effect.map(Stream.runCollect(stream), (pieces) => Buffer.concat([...pieces]).toString("utf8"))

describe("Releases", () => {
  it.effect("answers PENDING at once, without a URL and without an event", () =>
    Effect.gen(function* () {
      yield* prepare(3)
      const releases = yield* Releases
      const release = yield* releases.create(ref, { name: "v1", description: "first" })
      assert.strictEqual(release.status, "PENDING")
      assert.isNull(yield* releases.signUrl(release))
      assert.deepStrictEqual(yield* releases.get(ref, "V1"), release)
      assert.lengthOf(yield* events, 0)
    }).pipe(Effect.provide(services())),
  )

  it.effect("succeeds with the facts of its file, and tells it once, without the URL", () =>
    Effect.gen(function* () {
      yield* prepare(5)
      const release = yield* build("v1")
      assert.strictEqual(release.status, "SUCCEEDED")
      assert.strictEqual(release.samplesCount, 5)
      const file = yield* bytesOf(release)
      assert.strictEqual(release.sizeBytes, file.length)
      assert.lengthOf(JSON.parse(file.toString()).dataset.samples, 5)
      const [event, ...others] = yield* events
      assert.lengthOf(others, 0)
      assert.strictEqual(event?.type, "release.created")
      const object = JSON.parse(event?.object ?? "")
      assert.strictEqual(object.status, "SUCCEEDED")
      assert.deepStrictEqual(object.attributes, {})
    }).pipe(Effect.provide(services())),
  )

  it.effect("writes no event for an account that wants none", () =>
    Effect.gen(function* () {
      yield* prepare(1)
      assert.strictEqual((yield* build("v1")).status, "SUCCEEDED")
      assert.lengthOf(yield* events, 0)
    }).pipe(Effect.provide(services({ events: "enabled-accounts" }))),
  )

  it.effect("builds byte-identical files from the same state", () =>
    Effect.gen(function* () {
      yield* prepare(120)
      const first = yield* build("v1")
      const before = yield* bytesOf(first)
      yield* TestClock.adjust("3 days")
      const second = yield* build("v2")
      assert.strictEqual(second.samplesSha256, first.samplesSha256)
      const sameTitle = (text: string) => text.replace(/"name":"v\d"/, "").replace(/"created_at":"[^"]+"/, "")
      const bodies = [before, yield* bytesOf(second)].map((file) => file.toString().split("\n").slice(1, -2))
      assert.deepStrictEqual(bodies[0], bodies[1])
      const heads = [before, yield* bytesOf(second)].map((file) =>
        sameTitle(file.toString().split("\n")[0] ?? ""),
      )
      assert.strictEqual(heads[0], heads[1])
    }).pipe(Effect.provide(services())),
  )

  it.effect("refuses a taken name, a bad name, and an archived dataset", () =>
    Effect.gen(function* () {
      yield* prepare(0)
      const releases = yield* Releases
      yield* releases.create(ref, { name: "v1" })
      assert.strictEqual((yield* Effect.flip(releases.create(ref, { name: "V1" })))._tag, "AlreadyExists")
      assert.strictEqual((yield* Effect.flip(releases.create(ref, { name: "-" })))._tag, "InvalidInput")
      const store = yield* DatasetStore
      const { dataset } = yield* Effect.flatten(store.access(ref, null))
      yield* store.update({ ...dataset, archived: true }, dataset.version)
      const refused = yield* Effect.flip(releases.create(ref, { name: "v2" }))
      assert.strictEqual(refused._tag === "Conflict" && refused.code, "dataset_archived")
    }).pipe(Effect.provide(services())),
  )

  it.effect("shows nothing of a private dataset to a stranger", () =>
    Effect.gen(function* () {
      yield* prepare(1)
      yield* build("v1")
      const releases = yield* Releases
      const stranger = {
        _tag: "Person",
        username: Username.make("eve"),
        siteAdmin: true,
        credentialsExpireAt: null,
      } as const
      const tries: ReadonlyArray<Effect.Effect<unknown, { readonly message: string }, CurrentActor>> = [
        releases.get(ref, "v1"),
        releases.list(ref),
        releases.remove(ref, "v1"),
        releases.diff(ref, "v1", "v1"),
        releases.create(ref, { name: "v2" }),
      ]
      for (const attempt of tries) {
        const error = yield* Effect.flip(Effect.provideService(attempt, CurrentActor, stranger))
        assert.match(error.message, /^Dataset not found\./)
      }
    }).pipe(Effect.provide(services())),
  )

  it.effect("lists the newest first", () =>
    Effect.gen(function* () {
      yield* prepare(0)
      const releases = yield* Releases
      yield* releases.create(ref, { name: "v1" })
      yield* releases.create(ref, { name: "v2" })
      assert.deepStrictEqual(
        (yield* releases.list(ref)).map(({ name }) => String(name)),
        ["v2", "v1"],
      )
    }).pipe(Effect.provide(services())),
  )

  it.effect("removes the file with the release", () =>
    Effect.gen(function* () {
      yield* prepare(2)
      const release = yield* build("v1")
      const releases = yield* Releases
      yield* releases.remove(ref, "v1")
      assert.strictEqual((yield* Effect.flip(releases.get(ref, "v1"))).message, "Release not found.")
      yield* workedOff
      assert.strictEqual((yield* (yield* BlobStore).size(release.fileKey ?? ""))._tag, "None")
    }).pipe(Effect.provide(services())),
  )

  it.effect("notes who deleted a release, once", () =>
    Effect.gen(function* () {
      yield* prepare(1)
      yield* build("v1")
      const releases = yield* Releases
      yield* releases.remove(ref, "V1")
      assert.strictEqual((yield* Effect.flip(releases.remove(ref, "v1")))._tag, "NotFound")
      const rows = yield* (yield* AuditStore).ofDataset(datasetId, { before: null, limit: 10 })
      assert.deepStrictEqual(
        rows.map(({ action, details }) => [action, details]),
        [["release.deleted", '{"release":"v1"}']],
      )
    }).pipe(Effect.provide(services())),
  )

  it.effect("ends a release that is deleted while PENDING as if it had never been", () =>
    Effect.gen(function* () {
      yield* prepare(2)
      const releases = yield* Releases
      yield* releases.create(ref, { name: "v1" })
      yield* releases.remove(ref, "v1")
      yield* workedOff
      assert.lengthOf(yield* releases.list(ref), 0)
      assert.lengthOf(yield* events, 0)
    }).pipe(Effect.provide(services())),
  )

  it.effect(
    "ends a release whose dataset was deleted, and removes the files of the others for the purge",
    () =>
      Effect.gen(function* () {
        yield* prepare(2)
        const done = yield* build("v1")
        const releases = yield* Releases
        yield* releases.create(ref, { name: "v2" })
        yield* (yield* DatasetStore).markDeleted(datasetId, yield* now)
        assert.isTrue(yield* (yield* JobWorker).step)
        assert.isFalse(yield* (yield* JobWorker).step)
        assert.lengthOf(yield* events, 1)
        yield* releases.removeFiles(datasetId)
        assert.strictEqual((yield* (yield* BlobStore).size(done.fileKey ?? ""))._tag, "None")
      }).pipe(Effect.provide(services())),
  )
})

describe("a release's URL", () => {
  it.effect("reads the file without a caller, whole and in ranges, until it expires", () =>
    Effect.gen(function* () {
      yield* prepare(3)
      const release = yield* build("v1")
      const releases = yield* Releases
      const url = yield* releases.signUrl(release)
      const { pathname, expires, token } = partsOf(url)
      assert.isTrue(url?.startsWith("https://labels.example.com/releases/"))
      assert.strictEqual(pathname, `/releases/${release.id}/file`)
      const file = yield* releases.openFile(release.id, expires, token)
      const text = (yield* bytesOf(release)).toString()
      assert.strictEqual(file.sha256, release.sha256)
      assert.strictEqual(file.size, text.length)
      assert.strictEqual(yield* collected(file.stream()), text)
      assert.strictEqual(yield* collected(file.stream({ start: 5, end: 20 })), text.slice(5, 21))
      yield* TestClock.adjust("3599 seconds")
      yield* releases.openFile(release.id, expires, token)
      yield* TestClock.adjust("1 second")
      const late = yield* Effect.flip(releases.openFile(release.id, expires, token))
      assert.strictEqual(late._tag, "UrlExpired")
      assert.strictEqual(late.message, "This URL has expired. Request the release again to get a new one.")
    }).pipe(Effect.provide(services({ publicUrl: () => "https://labels.example.com" }))),
  )

  it.effect("is refused when any part of it was changed", () =>
    Effect.gen(function* () {
      yield* prepare(1)
      const one = yield* build("v1")
      yield* addSamples(1)
      const two = yield* build("v2")
      const releases = yield* Releases
      const { expires, token } = partsOf(yield* releases.signUrl(one))
      const flipped = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`
      const tries = [
        [one.id, expires, flipped],
        [one.id, expires, token.slice(1)],
        [one.id, expires, ""],
        [one.id, String(Number(expires) + 1), token],
        [one.id, `0${expires}`, token],
        [one.id, "", token],
        [two.id, expires, token],
      ] as const
      for (const [id, until, by] of tries) {
        assert.strictEqual((yield* Effect.flip(releases.openFile(id, until, by)))._tag, "PermissionDenied")
      }
    }).pipe(Effect.provide(services())),
  )

  it.effect("says so when the file is gone from the store, or only a part of it is there", () =>
    Effect.gen(function* () {
      yield* prepare(1)
      const release = yield* build("v1")
      const releases = yield* Releases
      const blobs = yield* BlobStore
      const { expires, token } = partsOf(yield* releases.signUrl(release))
      const open = Effect.flip(releases.openFile(release.id, expires, token))
      yield* blobs.put(release.fileKey ?? "", Stream.make(new Uint8Array(5)))
      assert.strictEqual((yield* open)._tag, "FileGone")
      yield* blobs.remove(release.fileKey ?? "")
      assert.strictEqual((yield* open)._tag, "FileGone")
      assert.strictEqual((yield* Effect.flip(releases.diff(ref, "v1", "v1")))._tag, "FileGone")
    }).pipe(Effect.provide(services())),
  )

  it.effect("no longer works when the release is gone", () =>
    Effect.gen(function* () {
      yield* prepare(1)
      const release = yield* build("v1")
      const releases = yield* Releases
      const { expires, token } = partsOf(yield* releases.signUrl(release))
      yield* releases.remove(ref, "v1")
      assert.strictEqual((yield* Effect.flip(releases.openFile(release.id, expires, token)))._tag, "NotFound")
    }).pipe(Effect.provide(services())),
  )
})

describe("Releases.diff", () => {
  it.effect("streams what changed between two releases", () =>
    Effect.gen(function* () {
      const [first, second] = yield* prepare(2)
      yield* build("v1")
      const store = yield* SampleStore
      if (first === undefined || second === undefined) return assert.fail("two samples")
      yield* store.update({ ...first, priority: 3 }, first.version)
      yield* store.markDeleted(datasetId, [second.id], yield* now)
      const [third] = yield* addSamples(1)
      yield* build("v2")
      const lines = yield* Effect.flatMap((yield* Releases).diff(ref, "v1", "v2"), Stream.runCollect)
      assert.deepStrictEqual(
        Chunk.toReadonlyArray(lines).map((line) => JSON.parse(line)),
        [
          { op: "changed", uuid: first.id, name: first.name, fields: ["priority"] },
          { op: "removed", uuid: second.id, name: second.name },
          { op: "added", uuid: third?.id, name: third?.name },
        ],
      )
    }).pipe(Effect.provide(services())),
  )

  it.effect("is refused while one of them is being made", () =>
    Effect.gen(function* () {
      yield* prepare(1)
      yield* build("v1")
      const releases = yield* Releases
      const pending = yield* releases.create(ref, { name: "v2" })
      const refused = yield* Effect.flip(releases.diff(ref, "v1", "v2"))
      assert.strictEqual(refused._tag === "Conflict" && refused.code, "release_pending")
      assert.strictEqual((yield* current(pending)).status, "PENDING")
    }).pipe(Effect.provide(services())),
  )
})
