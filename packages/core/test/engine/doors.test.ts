/** The two doors beside each other: what the Effect door's services can do, the Promise door shows, or says why it does not. */
import { createEngine } from "@annotary/core"
import * as effectDoor from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { Context, Effect } from "effect"
import { assert, describe, it } from "vitest"
import { gatherRooms } from "../../src/engine/rooms.ts"

/** Methods by which rooms serve one another; they ask nobody for permission. */
const inner: Readonly<Record<string, ReadonlyArray<string>>> = {
  users: ["actorNamed", "accounts"],
  organizations: ["requireAdmin", "requireManager", "peopleOf"],
  cloning: ["handler"],
  labelsets: ["copyAll", "pairs"],
  sampleLists: ["filterOf"],
  workunits: ["record"],
  issues: ["ofSamples", "ofDataset", "insert"],
  releases: ["removeFilesOf", "pendingIn", "isRead"],
  jobs: ["enqueue", "wake", "woken"],
  assets: ["removeAbandoned", "requireExpected"],
}

/** Where services share a room with another. */
const roomOf: Readonly<Record<string, string>> = {
  cloning: "datasets",
  configurationChanges: "configurations",
  sampleLists: "samples",
  sampleBulk: "samples",
  sampleImport: "samples",
  datasetChecks: "warnings",
  queueViews: "queue",
  work: "queue",
}

/** Services that have no room on the Promise door, and why. */
const withoutRoom: Readonly<Record<string, string>> = {
  Access: "asks for permission on behalf of the rooms",
  AuditLog: "is written by the rooms; `audit` reads it",
  BulkRewrites: "asks nobody for permission",
  ConfigurationJobs: "background work",
  ConfigurationSwitch: "asks nobody for permission",
  Counts: "part of a dataset's record",
  DatasetViews: "the answer of `datasets`",
  EventFeed: "is `engine.events`",
  Events: "is written by the rooms",
  JobWorker: "background work: `createEngine({ worker })`",
  KnownUsers: "asks nobody for permission",
  LabelImports: "part of `samples.importLines`",
  LabelWriter: "asks nobody for permission",
  LabelsetFinder: "asks nobody for permission",
  Maintenance: "background work",
  OpenChanges: "asks nobody for permission",
  PendingReleases: "background work",
  Placement: "asks nobody for permission",
  Purge: "background work",
  ReleaseBuilder: "background work",
  ReleaseUrls: "is `releases.signedUrl`",
  RoleChanges: "asks nobody for permission",
  SampleInserts: "asks nobody for permission",
  SampleReader: "asks nobody for permission",
  SigningKeys: "secrets of the engine",
  Verdicts: "asks nobody for permission",
}

const namesOf = (value: object) => Object.keys(value).filter((name) => name !== "_tag")

describe("the doors", () => {
  it("show the same methods", async () => {
    await using engine = await createEngine({ storage: memory(), worker: false })
    const rooms = await engine.runtime.runPromise(gatherRooms)
    const shown = (room: string): object => {
      const found: unknown = Reflect.get(engine, roomOf[room] ?? room)
      return typeof found === "object" && found !== null ? found : {}
    }
    const missing = Object.entries(rooms).flatMap(([room, service]) =>
      namesOf(service)
        .filter((name) => !(name in shown(room)) && !inner[room]?.includes(name))
        .map((name) => `${room}.${name}`),
    )
    assert.deepStrictEqual(missing, [])
  })

  it("leave out no service without a reason", async () => {
    const gathered = new Set<object>()
    await using engine = await createEngine({ storage: memory(), worker: false })
    for (const service of Object.values(await engine.runtime.runPromise(gatherRooms))) gathered.add(service)
    const services = Object.entries(effectDoor).flatMap(([name, tag]) =>
      typeof tag === "function" && Context.isTag(tag) && "Default" in tag ? [[name, tag] as const] : [],
    )
    const left: Array<string> = []
    for (const [name, tag] of services) {
      const found = await engine.runtime.runPromise(
        Effect.serviceOption(tag as unknown as Context.Tag<object, object>),
      )
      if (found._tag === "None" || !gathered.has(found.value)) left.push(name)
    }
    assert.deepStrictEqual(left.sort(), Object.keys(withoutRoom).sort())
  })
})
