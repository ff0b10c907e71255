/** The wire contract: what its SDK sends is taken, and the fields that it demands are there with the types it wants. */
import { gzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { declared } from "./support/declared.ts"
import { type Fixture, makeFixture } from "./support/fixture.ts"
import type { Answer } from "./support/world.ts"

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

type Type = "string" | "boolean" | "integer" | "number" | "object" | "array"
type Fields = Readonly<Record<string, Type>>

const text = (...names: ReadonlyArray<string>): Fields =>
  Object.fromEntries(names.map((name) => [name, "string"]))
const flags = (...names: ReadonlyArray<string>): Fields =>
  Object.fromEntries(names.map((name) => [name, "boolean"]))

/** Contract 4: what is required and must not be null. */
const models = {
  user: { ...text("username", "created_at"), is_organization: "boolean" },
  dataset: {
    ...text("name", "full_name", "description", "created_at", "category", "task_type"),
    ...flags("public", "archived", "enable_ratings", "enable_skip_labeling", "enable_skip_reviewing"),
    ...flags("enable_save_button", "enable_label_status_verified", "enable_same_dimensions_track_constraint"),
    ...flags("enable_3d_region_of_interest", "enable_interpolation", "use_timestamps_for_interpolation"),
    ...flags("enable_object_linking", "enable_object_link_category_restrictions", "enable_extrapolation"),
    owner: "object",
    label_stats: "object",
    metadata: "object",
  },
  collaborator: { user: "object", role: "string" },
  sample: {
    ...text("uuid", "name", "created_at", "created_by", "readme", "dataset_full_name"),
    metadata: "object",
    priority: "number",
  },
  label: text(
    "sample_uuid",
    "labelset",
    "created_at",
    "created_by",
    "updated_at",
    "label_type",
    "label_status",
  ),
  labelset: text("name", "description"),
  release: {
    ...text("uuid", "name", "description", "created_at", "release_type", "status"),
    attributes: "object",
    samples_count: "integer",
  },
  issue: {
    ...text("uuid", "description", "created_at", "updated_at", "created_by", "updated_by", "status"),
    ...text("sample_uuid", "sample_name"),
    comments: "array",
  },
  workunit: {
    ...text("created_at", "created_by", "work_type", "sample_uuid", "sample_name"),
    time: "integer",
    inactive_time: "integer",
  },
  file: { ...text("uuid", "filename", "url", "created_at"), presignedPostFields: "object" },
} satisfies Readonly<Record<string, Fields>>

const typeOf = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : Number.isInteger(value)
        ? "integer"
        : typeof value

const has = (answer: Answer, fields: Fields, at = ""): void => {
  for (const [name, type] of Object.entries(fields)) {
    const found = typeOf(answer.at(`${at}${name}`))
    assert.isTrue(found === type || (type === "number" && found === "integer"), `${name} is ${found}`)
  }
}

const get = (path: string) => fixture.ok({ method: "GET", path })

describe("an answer holds all that the SDK demands of", () => {
  const first = (): string => fixture.samples[0] ?? ""
  const asks: ReadonlyArray<readonly [name: string, path: () => string, fields: Fields, at: string]> = [
    ["a user", () => "/user", models.user, ""],
    ["a user by name", () => "/users/labeler", models.user, ""],
    ["a dataset", () => `${fixture.dataset}/`, models.dataset, ""],
    ["a dataset in a list", () => "/user/datasets/?per_page=1000&page=1", models.dataset, "0."],
    ["a dataset of somebody", () => "/users/owner/datasets/?per_page=1000&page=1", models.dataset, "0."],
    ["a collaborator", () => `${fixture.dataset}/collaborators/labeler`, models.collaborator, ""],
    ["a collaborator's user", () => `${fixture.dataset}/collaborators/labeler`, models.user, "user."],
    ["a sample", () => `/samples/${first()}/`, models.sample, ""],
    [
      "a sample in a list",
      () => `${fixture.dataset}/samples/?per_page=1000&page=1&sort=name`,
      models.sample,
      "0.",
    ],
    ["a label", () => `/labels/${first()}/ground-truth/`, models.label, ""],
    ["a labelset", () => `${fixture.dataset}/labelsets/ground-truth/`, models.labelset, ""],
    ["a release", () => `${fixture.dataset}/releases/v1/`, models.release, ""],
    ["an issue", () => `${fixture.dataset}/issues/`, models.issue, "0."],
    [
      "a workunit",
      () => `${fixture.dataset}/workunits/?per_page=1&page=1&sort=-created_at`,
      models.workunit,
      "0.",
    ],
  ]

  it.each(asks)("%s", async (_name, path, fields, at) => {
    has(await get(path()), fields, at)
  })

  it("an asset, with the eight fields of its form", async () => {
    const answer = await fixture.ok({ method: "POST", path: "/assets/", body: { filename: "a.png" } })
    has(answer, models.file)
    const names = [
      "acl",
      "Content-Type",
      "key",
      "policy",
      "x-amz-algorithm",
      "x-amz-credential",
      "x-amz-date",
    ]
    const fields = answer.at("presignedPostFields.fields")
    assert.hasAllKeys(fields, [...names, "x-amz-signature"])
  })
})

/** As the SDK sends it: compressed, with its own defaults spelled out. */
const gzipped = (method: string, path: string, body: unknown) =>
  fixture.call({
    method,
    path,
    body: gzipSync(JSON.stringify(body)),
    headers: { "content-encoding": "gzip", "x-source": "python-sdk", accept: "*/*" },
  })

describe("what the SDK sends is taken", () => {
  const added = {
    name: "sdk",
    description: "",
    task_type: "pointcloud-cuboid-sequence",
    task_attributes: { format_version: "0.1", categories: [{ id: 1, name: "object" }] },
    category: "other",
    public: false,
    readme: "",
    labeling_inactivity_timeout_seconds: 300,
    enable_skip_labeling: true,
    enable_skip_reviewing: false,
    enable_ratings: false,
    enable_same_dimensions_track_constraint: false,
    enable_interpolation: true,
    enable_save_button: false,
    enable_label_status_verified: false,
    enable_3d_cuboid_rotation: false,
    enable_3d_region_of_interest: false,
    enable_confirm_on_submit: false,
    archived: false,
    data_type: "IMAGE",
  }

  it("when it adds, changes and clones a dataset", async () => {
    const made = await fixture.ok({ method: "POST", path: "/user/datasets/", body: added })
    assert.strictEqual(made.status, 201)
    for (const [name, value] of Object.entries(added)) assert.deepStrictEqual(made.at(name), value, name)
    const path = "/datasets/owner/sdk/"
    const empty = await fixture.ok({ method: "PATCH", path, body: {} })
    assert.strictEqual(empty.text, made.text)
    const change = {
      use_timestamps_for_interpolation: true,
      task_type: added.task_type,
      enable_save_button: true,
    }
    const changed = await fixture.ok({ method: "PATCH", path, body: change })
    for (const [name, value] of Object.entries(change)) assert.strictEqual(changed.at(name), value)
    const body = { name: "sdk-clone", clone_labels: false }
    const clone = await fixture.ok({ method: "POST", path: `${path}clone/`, body })
    assert.deepStrictEqual([clone.status, clone.at("cloned_from")], [201, "owner/sdk"])
  })

  it("when it adds and changes samples and labels", async () => {
    const sample = { name: "sdk-1", attributes: { image: { url: "" } }, priority: 0, readme: "" }
    const made = await gzipped("POST", "/datasets/owner/cars/samples/", sample)
    assert.strictEqual(made.status, 201)
    const path = `/samples/${made.textAt("uuid")}/`
    assert.strictEqual(
      (await gzipped("PATCH", path, { assigned_labeler: "labeler" })).at("assigned_labeler"),
      "labeler",
    )
    assert.isNull((await gzipped("PATCH", path, { assigned_labeler: null })).at("assigned_labeler"))
    assert.strictEqual((await gzipped("PATCH", path, {})).status, 200)
    const label = `/labels/${made.textAt("uuid")}/ground-truth/`
    const attributes = {
      annotations: [
        {
          id: 1,
          category_id: 99,
          type: "cuboid",
          position: { x: 1.5, y: 2.5, z: 0.5 },
          dimensions: { x: 4.5, y: 1.5, z: 1.5 },
          yaw: 0.25,
        },
      ],
    }
    assert.strictEqual((await gzipped("PUT", label, { label_status: "PRELABELED", attributes })).status, 201)
    assert.strictEqual(
      (await gzipped("PATCH", label, { score: 0.5, label_status: "PRELABELED" })).at("score"),
      0.5,
    )
    assert.deepStrictEqual((await get(label)).at("attributes"), attributes)
  })

  it("when it asks for what is not there", async () => {
    for (const path of [
      "/datasets/owner/ghost/",
      "/users/ghost",
      `${fixture.dataset}/labelsets/ghost/`,
      `${fixture.dataset}/releases/ghost/`,
    ]) {
      const answer = await fixture.call({ method: "GET", path })
      assert.strictEqual(answer.status, 404)
      assert.match(answer.text.toLowerCase(), /not found/)
    }
  })
})

describe("what nobody knows is ignored", () => {
  const lenient = (part: "body" | "query") =>
    [...declared.values()].flatMap((one) => (one.lenient[part] ? [one.id] : []))

  it("in the bodies of the calls of the contract, and nowhere else", () => {
    assert.sameMembers(lenient("body"), [
      "datasets.create",
      "datasets.createFor",
      "datasets.update",
      "datasets.clone",
      "collaborators.add",
      "collaborators.change",
      "labelsets.create",
      "samples.create",
      "samples.createMany",
      "samples.update",
      "samples.removeMany",
      "labels.put",
      "labels.patch",
      "issues.open",
      "issues.update",
      "releases.create",
      "assets.create",
    ])
  })

  it("in the queries of the samples list, of one sample, of workunits and of the first call", () => {
    assert.sameMembers(lenient("query"), ["samples.list", "samples.get", "queue.workunits", "status.status"])
  })

  it("but not in the bodies of other calls, where it is named", async () => {
    const path = "/user/webhooks/endpoints/"
    const body = { url: "https://example.org/hook", eventTypes: ["label.updated"], rateLimit: 1 }
    const answer = await fixture.call({ method: "POST", path, body })
    assert.strictEqual(answer.status, 400)
    assert.deepStrictEqual(answer.at("errors"), [
      { pointer: "/eventTypes", message: "is not a known field; did you mean event_types?" },
      { pointer: "/rateLimit", message: "is not a known field; did you mean rate_limit?" },
    ])
  })

  it("but not in other queries", async () => {
    const answer = await fixture.call({ method: "GET", path: "/user/datasets/?shared=true" })
    assert.strictEqual(answer.status, 400)
    assert.strictEqual(answer.at("errors.0.pointer"), "/shared")
    assert.strictEqual(answer.at("detail"), "At /shared: is not a known parameter.")
  })
})
