/** A dataset with one of everything, for tests that go through all of the API. */
import type { LabelChecking } from "@annotary/core"
import { Effect } from "effect"
import type { TransportOptions } from "../../src/index.ts"
import { connections } from "./connections.ts"
import { formats } from "./formats.ts"
import { canCopy } from "./storage.ts"
import { type Answer, type Caller, makeWorld, type World, type WorldOptions } from "./world.ts"

export interface Fixture extends World {
  /** `/datasets/owner/cars` */
  readonly dataset: string
  /** Samples: the first is LABELED, the second unlabeled and assigned to the labeler, the others unlabeled. */
  readonly samples: ReadonlyArray<string>
  readonly labelVersion: string
  readonly issue: string
  readonly comment: string
  readonly key: string
  readonly job: string
  readonly asset: { readonly upload: string; readonly form: () => FormData; readonly read: string }
  readonly releaseFile: string
  /** Of the release v2. */
  readonly audit: string
  /** Exports and imports: one that is PENDING, one that is over. */
  readonly transfers: Readonly<
    Record<"exported" | "export" | "imported" | "import" | "file" | "archive", string>
  >
}

export interface FixtureOptions {
  readonly transport?: TransportOptions
  readonly public?: boolean
  /** False: without releases and jobs, which take the longest to make. Copied: with them as they stand, and without a worker. Releases: with releases alone, and a worker that runs the jobs of a test. */
  readonly jobs?: boolean | "copied" | "releases"
  readonly labelChecker?: LabelChecking
}

/** The labeling guide of the dataset. */
export const guideText = "# Cars\n\nMirrors belong to the car."

const roles = ["admin", "manager", "reviewer", "labeler"] as const

const toWorldOptions = (options: FixtureOptions): WorldOptions => ({
  worker: options.jobs !== false && options.jobs !== "copied",
  settings: { cloneInRequest: 4, publicUrl: () => "http://localhost" },
  console: {},
  formats,
  buckets: connections,
  transport: options.transport ?? {},
  metrics: { text: metrics, open: false },
  ...(options.labelChecker === undefined ? {} : { labelChecker: options.labelChecker }),
})

interface Original {
  readonly fixture: Promise<Fixture>
  readonly madeAt: number
}

/** Fixtures that others begin as copies of. */
const originals = new Map<string, Original>()

/** Those with jobs stay open until {@link closeOriginals}: a worker that stops would change its jobs. */
const openOriginals: Array<Promise<Fixture>> = []

export const closeOriginals = async (): Promise<void> => {
  originals.clear()
  for (const fixture of await Promise.all(openOriginals.splice(0))) await fixture.close()
}

/** Uploads expire, so originals do. */
const maxAgeMillis = 60_000

const findOriginal = (isPublic: boolean, jobs: boolean): Promise<Fixture> => {
  const key = `${isPublic} ${jobs}`
  const original = originals.get(key)
  if (original !== undefined && performance.now() - original.madeAt < maxAgeMillis) return original.fixture
  const made = makeFixtureAnew({ jobs, public: isPublic })
  const fixture = jobs ? made : made.then((closing) => closing.close().then(() => closing))
  if (jobs) openOriginals.push(made)
  originals.set(key, { fixture, madeAt: performance.now() })
  return fixture
}

/** Whether an operation is about what jobs make: a release and its audits, an export, an import. */
export const usesJobs = (endpoint: string): boolean => /^(release|exports|imports|jobs)/.test(endpoint)

/** A separate fixture. One without a worker begins as a copy: to make its data takes many times as long as to build its engine. */
export const makeFixture = async (options: FixtureOptions = {}): Promise<Fixture> => {
  const { jobs = true, public: isPublic = false } = options
  if (jobs === true || jobs === "releases" || !canCopy)
    return makeFixtureAnew({ ...options, jobs: jobs === "releases" ? jobs : jobs !== false })
  const original = await findOriginal(isPublic, jobs === "copied")
  return { ...original, ...(await makeWorld({ ...toWorldOptions(options), copyOf: original })) }
}

const makeFixtureAnew = async (options: FixtureOptions): Promise<Fixture> => {
  const world = await makeWorld(toWorldOptions(options))
  const { ok } = world
  const dataset = "/datasets/owner/cars"
  const post = (path: string, body: unknown, as: Caller = "owner") => ok({ method: "POST", path, body, as })
  await post("/user/datasets/", {
    name: "cars",
    category: "other",
    task_type: "pointcloud-cuboid",
    guide: guideText,
    public: options.public ?? false,
    enable_save_button: true,
    enable_skip_reviewing: true,
    enable_label_status_verified: true,
  })
  await post("/organizations/", { username: "acme" })
  await post("/users/acme/models/", { username: "detector" })
  await ok({ method: "PUT", path: "/organizations/acme/members/admin/", body: { role: "manager" } })
  for (const user of roles) await post(`${dataset}/collaborators/`, { user, role: user })
  await post(`${dataset}/labelsets/`, { name: "model", description: "" })
  const made = await post(
    `${dataset}/samples_bulk/`,
    [1, 2, 3, 4].map((n) => ({ name: `s${n}`, attributes: image })),
  )
  const samples = made.list.map((_, index) => made.textAt(`${index}.uuid`))
  const [first = "", second = ""] = samples
  const label = { label_status: "LABELED", attributes: { annotations: [] } }
  const written = await ok({ method: "PUT", path: `/labels/${first}/ground-truth/`, body: label })
  await ok({ method: "PATCH", path: `/samples/${second}/`, body: { assigned_labeler: "labeler" } })
  const issue = (await post(`/samples/${first}/issues/`, { description: "blurred" }, "labeler")).textAt(
    "uuid",
  )
  const comment = (await post(`/issues/${issue}/comments/`, { text: "yes" }, "labeler")).textAt("uuid")
  const key = (await post("/user/api_keys/", { description: "second" })).textAt("id")
  const asset = await post("/assets/", { filename: "a.png" })
  const jobs = options.jobs === false ? noJobs : await jobsOf(world, options)
  return {
    ...world,
    dataset,
    samples,
    labelVersion: written.textAt("version"),
    issue,
    comment,
    key,
    asset: assetOf(asset),
    ...jobs,
  }
}

const image = { image: { url: "https://example.org/a.jpg" } }
const metrics = Effect.succeed("annotary_requests_total 1\n")

const noJobs: Pick<Fixture, "audit" | "job" | "releaseFile" | "transfers"> = {
  audit: "",
  job: "",
  releaseFile: "",
  transfers: { exported: "", export: "", imported: "", import: "", file: "", archive: "" },
}

/** What takes a worker: two releases, exports and imports, and the clone of a dataset that is large for the fixture's settings. */
const jobsOf = async (world: World, options: FixtureOptions): Promise<typeof noJobs> => {
  const post = (path: string, body: unknown) => world.ok({ method: "POST", path, body })
  const large = { name: "large", category: "other", task_type: "vector", public: options.public ?? false }
  for (const name of ["v1", "v2"]) await post("/datasets/owner/cars/releases/", { name, description: "" })
  await post("/user/datasets/", large)
  const samples = [1, 2, 3, 4, 5].map((n) => ({ name: `l${n}` }))
  await post("/datasets/owner/large/samples_bulk/", samples)
  const job = (await post("/datasets/owner/large/clone/", { name: "copy" })).textAt("uuid")
  const find = () => world.ok({ method: "GET", path: `/jobs/${job}/` })
  await settled("clone", async () => (await find()).at("status") === "SUCCEEDED")
  const releaseFile = await released(world, "/datasets/owner/cars")
  const audits = "/datasets/owner/cars/releases/v2/audits/"
  const audit = (await post(audits, {})).textAt("uuid")
  const findAudit = () => world.ok({ method: "GET", path: `${audits}${audit}/` })
  await settled("audit", async () => (await findAudit()).at("state") === "open")
  if (options.jobs === "releases") return { ...noJobs, audit, job, releaseFile }
  return { audit, job, releaseFile, transfers: await transfersOf(world, "/datasets/owner/cars") }
}

/** The endless ones come last: they take the only worker. */
const transfersOf = async ({ call, ok }: World, dataset: string): Promise<Fixture["transfers"]> => {
  const upload = await ok({ method: "POST", path: "/assets/", body: { filename: "a.zip" } })
  const { form, upload: path } = assetOf(upload)
  await call({ method: "POST", path, body: form() })
  const archive = upload.textAt("uuid")
  const begin = async (kind: "exports" | "imports", body: unknown) =>
    (await ok({ method: "POST", path: `${dataset}/${kind}/`, body })).textAt("uuid")
  const over = async (path: string) => {
    const find = () => ok({ method: "GET", path })
    await settled(path, async () => (await find()).at("status") === "SUCCEEDED")
    return await find()
  }
  const done = await begin("exports", { format: "short" })
  const file = pathOf((await over(`${dataset}/exports/${done}/`)).textAt("url"))
  const added = await begin("imports", { asset: archive, format: "short" })
  await over(`${dataset}/imports/${added}/`)
  return {
    exported: await begin("exports", { format: "endless" }),
    export: done,
    imported: await begin("imports", { asset: archive, format: "endless" }),
    import: added,
    file,
    archive,
  }
}

const settled = async (what: string, ready: () => Promise<boolean>): Promise<void> => {
  // A worker may wait for a busy database: what ends too early is the test, by its own limit.
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    if (await ready()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${what}: not in time`)
}

/** Waits for the releases, and answers the path that reads the last one's file. */
const released = async ({ ok }: World, dataset: string): Promise<string> => {
  const find = () => ok({ method: "GET", path: `${dataset}/releases/` })
  await settled("releases", async () => {
    const found = await find()
    return found.at("0.status") === "SUCCEEDED" && found.at("1.status") === "SUCCEEDED"
  })
  return pathOf((await find()).textAt("0.attributes.url"))
}

/** An upload by its answer. */
export const assetOf = (answer: Answer): Fixture["asset"] => {
  const fields = answer.at("presignedPostFields.fields") as Record<string, string>
  return {
    upload: pathOf(answer.textAt("presignedPostFields.url")),
    read: pathOf(answer.textAt("url")),
    form: () => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append("file", new Blob([png]), "a.png")
      return form
    },
  }
}

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

/** Path and query of a URL that an answer holds. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}
