/** The dataset `admin/drive`: cuboids with history, warnings, claims, work, issues, a release, and a changed configuration. */

const dataset = "/datasets/admin/drive"

const cuboid = (id, x) => ({
  id,
  category_id: 1,
  track_id: id,
  type: "cuboid",
  position: { x, y: 0, z: 0 },
  dimensions: { x: 4, y: 2, z: 1.5 },
  yaw: 0.5,
  attributes: { parked: true },
})

const attributes = { annotations: [cuboid(1, 0), cuboid(2, 1)] }

export const makeDrive = async (api, ann) => {
  await createDrive(api)
  const { call, post } = api
  const samples = await call("GET", `${dataset}/samples/?sort=name`)
  const [first, second, third, fourth] = samples.map(({ uuid }) => uuid)
  await call("PATCH", `/samples/${second}/`, { assigned_labeler: "bob", assigned_reviewer: "ann" })
  await labelFirst(api, first)
  await work(api, ann)
  await issues(api, third)
  await call("DELETE", `/samples/${fourth}/`)
  await release(api)
  await changeConfiguration(api)
  await post(`${dataset}/clone/`, { name: "drive-clone", clone_labels: true })
  return { first, third }
}

const createDrive = async ({ call, post }) => {
  await post("/user/datasets/", {
    name: "drive",
    description: "Cuboids of one drive",
    category: "street_scenery",
    task_type: "pointcloud-cuboid",
    public: true,
    readme: "# Drive",
    metadata: { city: "Ghent" },
    enable_save_button: true,
    enable_skip_labeling: true,
    enable_label_status_verified: true,
    task_attributes: {
      format_version: "0.1",
      categories: [
        {
          id: 1,
          name: "car",
          attributes: [{ name: "parked", input_type: "checkbox", default_value: false }],
        },
        { id: 2, name: "van", note: "kept as sent", nanoseconds: 1 },
      ],
      warning_rules: [{ name: "intersecting-cuboids" }],
    },
  })
  await post(`${dataset}/collaborators/`, { user: "ann", role: "reviewer" })
  await post(`${dataset}/collaborators/`, { user: "bob", role: "labeler" })
  await post(`${dataset}/collaborators/`, { user: "dora", role: "labeler" })
  await post(`${dataset}/labelsets/`, { name: "model-1", description: "Predictions" })
  await post(`${dataset}/labelsets/`, { name: "model-0", description: "Deleted" })
  const lines = Array.from(
    { length: 12 },
    (_, n) =>
      `{"name":"frame-${n}","attributes":{"pcd":{"url":"https://example.com/${n}.pcd","type":"pcd"},"timestamp":1700000000123456789},"metadata":{"city":"${n % 2 ? "Ghent" : "Łódź"}"},"priority":${n % 3}}`,
  )
  await call("POST", `${dataset}/samples_bulk/`, `[${lines.join(",")}]`)
}

const labelFirst = async ({ call, post }, first) => {
  const path = `/labels/${first}/ground-truth/`
  await call("PUT", path, { label_status: "LABELED", attributes, score: 0.5 })
  await call("PATCH", path, { label_status: "REVIEWED" })
  await call("PUT", `/labels/${first}/model-1/`, { label_status: "PRELABELED", attributes, score: 0.25 })
  await call("PUT", `/labels/${first}/model-0/`, { label_status: "PRELABELED", attributes })
  await call("DELETE", `${dataset}/labelsets/model-0/`)
  const { warnings } = await post(`/samples/${first}/check/`, { labelset: "ground-truth" })
  const stored = await call("GET", `${path}warnings/`)
  const id = (stored.warnings ?? stored)[0]?.id ?? warnings[0].id
  await post(`${path}warnings/${id}/dismiss/`, { reason: "They touch in truth." })
}

const work = async ({ post }, ann) => {
  const claim = async (queue, headers) =>
    (await post(`${dataset}/queue/${queue}/claim/`, { count: 1 }, headers))[0]
  const end = (claim, verb, body, headers) => post(`/claims/${claim.claim_id}/${verb}/`, body, headers)
  await end(await claim("labeling"), "submit", { attributes, time: 4200 })
  await end(
    await claim("reviewing", ann),
    "reject",
    { comment: "The second box is too long.", time: 100 },
    ann,
  )
  await end(await claim("labeling"), "skip", { time: 10 })
  await end(await claim("labeling"), "save", { attributes: { annotations: [] }, time: 5 })
  await end(await claim("labeling"), "submit", { attributes, time: 1 })
  await end(await claim("reviewing", ann), "accept", { time: 7, rating: 4 }, ann)
}

const issues = async ({ call, post }, sample) => {
  const anchored = await post(`/samples/${sample}/issues/`, {
    description: "Blurred",
    anchor: { type: "location", frame: 0, location: { type: "3d", x: 1, y: 2, z: 3 } },
  })
  await post(`/issues/${anchored.uuid}/comments/`, { text: "Yes" })
  const closed = await post(`/samples/${sample}/issues/`, { description: "Wrong lens" })
  await call("PATCH", `/issues/${closed.uuid}/`, { status: "CLOSED" })
}

const release = async ({ call, post, settled }) => {
  const done = (name) => settled(`${dataset}/releases/${name}/`, ({ status }) => status === "SUCCEEDED")
  await post(
    `${dataset}/releases/`,
    { name: "v1", description: "First" },
    { "Idempotency-Key": "release-v1" },
  )
  await done("v1")
  await post(`${dataset}/releases/`, { name: "v0", description: "Deleted" })
  await done("v0")
  await call("DELETE", `${dataset}/releases/v0/`)
}

const changeConfiguration = async ({ call, post, settled }) => {
  const { configuration, config_version } = await call("GET", `${dataset}/configuration/`)
  const renamed = structuredClone(configuration)
  renamed.categories[1].name = "truck"
  const job = await post(`${dataset}/configuration/apply/`, {
    configuration: renamed,
    config_version,
    actions: [{ op: "rename_category", category_id: 2, to: "truck" }],
  })
  await settled(`/jobs/${job.uuid}/`, ({ status }) => status === "SUCCEEDED")
}
