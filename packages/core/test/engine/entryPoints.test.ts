/** The two entry points beside each other: each service has one name and the same methods in both, or a reason why not. */
import { createEngine } from "@annotary/core"
import * as effectEntry from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { Context, Effect } from "effect"
import { assert, describe, it } from "vitest"

/** Methods by which services serve one another; most check no access. */
const inner: Readonly<Record<string, ReadonlyArray<string>>> = {
  users: ["findActor", "findCachedActor", "accounts"],
  organizations: ["requireAdmin", "requireManager", "listPeople"],
  labelsets: ["copyAll", "findPairs"],
  labels: ["add"],
  workunits: ["record", "endKept"],
  workStatistics: ["addUp"],
  issues: ["listIssuesOfSamples", "streamDatasetIssues", "insert"],
  releases: ["removeFiles", "hasPending", "isRead"],
  statementKeys: ["signingKey"],
  sessions: ["begin", "beginWithKey", "beginWithToken"],
  linkedIdentities: ["signIn"],
  jobs: ["enqueue", "notifyWorkers", "waitForWork"],
  assets: ["removeAbandoned", "requireExpected", "openFile", "openUrl", "save"],
}

/** Services that the Promise entry point does not have, and why. */
const effectOnly: Readonly<Record<string, string>> = {
  Access: "checks access for the other services",
  AccountFeed: "`engine.webhooks` of `@annotary/webhooks`",
  AccountFinder: "part of the services of webhooks",
  ArchivedEndpoints: "part of `archives`; checks no access",
  AssetCollection: "background work, and for operators: `annotary asset`",
  AssetUrls: "hosts sign and check URLs",
  BucketUrls: "hosts sign URLs",
  AuditLog: "is written by the other services; `audit` reads it",
  BulkRewrites: "checks no access",
  ConfigurationJobs: "background work",
  ConfigurationSwitch: "checks no access",
  Counts: "part of a dataset's record",
  DatasetViews: "the answer of `datasets`",
  Deliveries: "`engine.webhooks` of `@annotary/webhooks`",
  EndpointDatasets: "part of the services of webhooks",
  EndpointFinder: "part of the services of webhooks",
  Endpoints: "`engine.webhooks` of `@annotary/webhooks`",
  EndpointViews: "the answer of `engine.webhooks.endpoints`",
  EventFeed: "is `engine.events`",
  Events: "is written by the other services",
  ExportBuilder: "background work",
  ExportedSamples: "checks no access",
  ExportPictures: "background work",
  FileUrls: "is `releases.signUrl` and `exports.signUrl`",
  ImportRunner: "background work",
  JobRetries: "for operators: `annotary job`",
  JobWorker: "background work: `createEngine({ worker })`",
  KeySets: "`engine.webhooks` of `@annotary/webhooks`",
  KnownUsers: "checks no access",
  LabelImports: "part of `samples.importLines`",
  LabelsetFinder: "checks no access",
  LabelWriter: "checks no access",
  Maintenance: "background work",
  OpenChanges: "checks no access",
  PendingReleases: "background work",
  PictureMeasurer: "background work",
  PictureSizes: "checks no access",
  PictureSizeWriter: "checks no access",
  Placement: "checks no access",
  Purge: "background work",
  ReleaseBuilder: "background work",
  AuditPreparation: "background work",
  Retention: "background work",
  PrelabelRequests: "checks no access",
  RoleChanges: "checks no access",
  SampleFiles: "checks no access",
  SampleInserts: "checks no access",
  SampleReader: "checks no access",
  SigningKeys: "secrets of the engine",
  TransferEvents: "is written by the other services",
  TransferRecords: "checks no access",
  CheckResults: "checks no access",
  Workload: "metrics of the storage; checks no access",
}

const namesOf = (value: object) => Object.keys(value).filter((name) => name !== "_tag")

/** The name of a service in the Promise entry point: `Samples` is `samples`. */
const memberOf = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** The services of the Effect entry point, by their names in the Promise entry point, as an engine runs them. */
const servicesOf = async (engine: Awaited<ReturnType<typeof createEngine>>) => {
  const services = new Map<string, object>()
  for (const [name, tag] of Object.entries<unknown>(effectEntry)) {
    if (!isServiceTag(tag)) continue
    const found = await engine.runtime.runPromise(Effect.serviceOption(tag))
    services.set(memberOf(name), found._tag === "Some" ? found.value : {})
  }
  return services
}

const isServiceTag = (value: unknown): value is Context.Tag<never, object> =>
  typeof value === "function" && Context.isTag(value) && "Default" in value

describe("the entry points", () => {
  it("show the same methods under the same names", async () => {
    await using engine = await createEngine({ storage: memory(), worker: false })
    const services = await servicesOf(engine)
    const promised = Object.entries(engine.as("ana")).map(([name, methods]) => [
      name,
      namesOf(methods).sort(),
    ])
    const effectful = promised.map(([name]) => {
      const methods = namesOf(services.get(String(name)) ?? {})
      return [name, methods.filter((method) => !inner[String(name)]?.includes(method)).sort()]
    })
    assert.deepStrictEqual(promised, effectful)
    assert.includeDeepMembers(
      promised.map(([name]) => name),
      ["configurations", "datasets", "queue", "samples", "warnings"],
    )
  })

  it("leave out no service without a reason", async () => {
    await using engine = await createEngine({ storage: memory(), worker: false })
    const shown = Object.keys(engine.as("ana"))
    const left = [...(await servicesOf(engine)).keys()].filter((name) => !shown.includes(name))
    assert.deepStrictEqual(left.sort(), Object.keys(effectOnly).map(memberOf).sort())
  })
})
