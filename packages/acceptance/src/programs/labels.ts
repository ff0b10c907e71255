/** Labels that cannot break their readers, issue anchors, numbers that are none, and labels beside samples. */
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { corpus } from "../labelCorpus.ts"
import { type Answer, check, type Json, load, run, startServer, temporaryFolder } from "../support.ts"

const server = await startServer()
const { request } = server
const cuboid = {
  id: 1,
  category_id: 1,
  type: "cuboid",
  position: { x: 0, y: 0, z: 0 },
  dimensions: { x: 1, y: 1, z: 1 },
  yaw: 0,
}
const bbox = {
  id: 1,
  category_id: 1,
  type: "bbox",
  points: [
    [0, 0],
    [1, 1],
  ],
}
const of = (annotation) => ({ annotations: [annotation] })

const dataset = async (name, taskType, more = {}) => {
  const body = { name, category: "other", task_type: taskType, enable_save_button: true, ...more }
  const made = await request("POST", "/user/datasets/", body)
  if (made.status !== 201) throw new Error(made.text)
  return `/datasets/admin/${name}`
}
let serial = 0
const sample = async (path) => (await request("POST", `${path}/samples/`, { name: `s${serial++}` })).json.uuid
const claim = async (path) =>
  (await request("POST", `${path}/queue/labeling/claim/`, { count: 1 })).json[0].claim_id

/** The SDK, where this machine has it or can get it. */
const python = (() => {
  const has = (command) => {
    try {
      execFileSync(command, ["-c", "import segments"], { stdio: "ignore" })
      return command
    } catch {
      return undefined
    }
  }
  const known = has(process.env.ANNOTARY_PYTHON ?? "python3")
  if (known !== undefined) return known
  try {
    const folder = temporaryFolder()
    execFileSync("python3", ["-m", "venv", folder], { stdio: "ignore" })
    const command = join(folder, "bin/python")
    execFileSync(command, ["-m", "pip", "install", "--quiet", "segments-ai"], { stdio: "ignore" })
    return has(command)
  } catch {
    return undefined
  }
})()

const shown = ({ status, text }) => `${status} ${text.slice(0, 160)}`
const refused = (name: string, answer: Answer, pointer?: string) =>
  check(
    name,
    answer.status === 400 &&
      (pointer === undefined || (answer.json.errors ?? []).some((one) => one.pointer === pointer)),
    shown(answer),
  )

/** Every way in which a label can be written, for a dataset. */
const ways = (path) => ({
  PUT: async (attributes) => request("PUT", `/labels/${await sample(path)}/ground-truth/`, { attributes }),
  PATCH: async (attributes) => {
    const label = `/labels/${await sample(path)}/ground-truth/`
    await request("PUT", label, { label_status: "PRELABELED" })
    return request("PATCH", label, { attributes })
  },
  submit: async (attributes) => request("POST", `/claims/${await claim(path)}/submit/`, { attributes }),
  save: async (attributes) => request("POST", `/claims/${await claim(path)}/save/`, { attributes }),
  "POST of samples": async (attributes) =>
    request("POST", `${path}/samples_bulk/`, [{ name: `s${serial++}`, label: { attributes } }]),
})
const ndjson = async (path, line) =>
  JSON.parse(
    (
      await request("POST", `${path}/samples_bulk/`, `${line}\n`, { "Content-Type": "application/x-ndjson" })
    ).text.split("\n")[0] ?? "",
  )

await run({
  structure: async () => {
    const boxes = await dataset("boxes", "bboxes")
    const clouds = await dataset("clouds", "pointcloud-cuboid")
    const image = async (attributes) =>
      request("PUT", `/labels/${await sample(boxes)}/ground-truth/`, { attributes })
    const cloud = async (attributes) =>
      request("PUT", `/labels/${await sample(clouds)}/ground-truth/`, { attributes })
    refused(
      "a bbox of one point is refused",
      await image(of({ ...bbox, points: [[0, 0]] })),
      "/attributes/annotations/0/points",
    )
    refused(
      "a cuboid in a bboxes dataset is refused",
      await image(of(cuboid)),
      "/attributes/annotations/0/type",
    )
    refused(
      "an id of text is refused",
      await image(of({ ...bbox, id: "one" })),
      "/attributes/annotations/0/id",
    )
    refused(
      "a list of numbers as attribute is refused",
      await image(of({ ...bbox, attributes: { a: [1] } })),
      "/attributes/annotations/0/attributes/a",
    )
    refused(
      "a cuboid without yaw is refused",
      await cloud(of({ ...cuboid, yaw: undefined })),
      "/attributes/annotations/0/yaw",
    )
    refused("a label without annotations is refused", await cloud({ a: 1 }), "/attributes/annotations")
    const kept = await image({ ...of({ ...bbox, extra: { x: [1] } }), more: 1 })
    check(
      "unknown keys stay as sent",
      kept.status === 201 && kept.json.attributes.annotations[0].extra.x[0] === 1,
      shown(kept),
    )
    for (const nothing of [null, {}]) {
      const answer = await image(nothing)
      check(
        `${JSON.stringify(nothing)} is no label yet, and null`,
        answer.status === 201 && answer.json.attributes === null,
        shown(answer),
      )
    }
    for (const [name, write] of Object.entries(ways(clouds)))
      refused(`a broken structure is refused by ${name}`, await write(of({ ...cuboid, yaw: "north" })))
    const line = await ndjson(
      clouds,
      JSON.stringify({ name: "broken", label: { attributes: of({ ...cuboid, yaw: "n" }) } }),
    )
    check("a broken structure is refused in NDJSON", line.status === "error", JSON.stringify(line))
  },
  warnings: async () => {
    const path = await dataset("warned", "pointcloud-cuboid", {
      task_attributes: {
        categories: [
          {
            id: 1,
            name: "car",
            attributes: [{ name: "color", input_type: "select", values: ["red"], is_mandatory: false }],
          },
        ],
      },
    })
    const odd = {
      annotations: [
        { ...cuboid, category_id: 9 },
        { ...cuboid, attributes: { color: "blue" } },
      ],
    }
    for (const name of ["PUT", "save", "submit"]) {
      const answer = await ways(path)[name](odd)
      const rules = new Set((answer.json.warnings ?? []).map(({ rule }) => rule))
      check(
        `the answer of ${name} carries the warnings`,
        rules.has("unknown-category") && rules.has("attribute-value") && rules.has("duplicate-annotation-id"),
        [...rules],
      )
    }
    await request("PATCH", `${path}/`, { reject_on_warnings: ["unknown-category"] })
    for (const [name, write] of Object.entries(ways(path))) {
      const answer = await write(odd)
      check(
        `reject_on_warnings refuses by ${name}, with the warnings`,
        answer.status === 400 && answer.json.warnings?.[0]?.rule === "unknown-category",
        shown(answer),
      )
    }
    const line = await ndjson(path, JSON.stringify({ name: "odd", label: { attributes: odd } }))
    check(
      "reject_on_warnings refuses in NDJSON",
      line.status === "error" && line.warnings?.length === 1,
      JSON.stringify(line).slice(0, 200),
    )
    const good = await ways(path).PUT(of(cuboid))
    check("and takes what has no such warning", good.status === 201, shown(good))
  },
  "bodies and numbers": async () => {
    const path = await dataset("bodies", "pointcloud-cuboid")
    const label = `/labels/${await sample(path)}/ground-truth/`
    const first = await request("PUT", label, { label_status: "REVIEWED", attributes: of(cuboid) })
    refused("a PUT without a body is refused", await request("PUT", label))
    refused("a PUT of {} is refused", await request("PUT", label, {}))
    refused("a PATCH without a body is refused", await request("PATCH", label))
    const same = await request("PATCH", label, {})
    check(
      "an empty PATCH changes nothing",
      same.status === 200 && same.headers.get("etag") === first.headers.get("etag"),
      shown(same),
    )
    const status = (await request("GET", label)).json.label_status
    check("the label is still REVIEWED", status === "REVIEWED", status)
    refused(
      "a number of 1 001 digits is refused",
      await request("PUT", label, `{"attributes":{"annotations":[],"n":${"1".repeat(1001)}}}`),
      "/attributes/n",
    )
    refused(
      "1e999 is refused",
      await request("PUT", label, '{"attributes":{"annotations":[],"n":1e999}}'),
      "/attributes/n",
    )
    const nan = await request("PUT", label, '{"label_status":"LABELED","score":NaN,"rating":Infinity}')
    check(
      "NaN as score and rating is null",
      nan.status === 200 && nan.json.score === null && nan.json.rating === null,
      shown(nan),
    )
    refused(
      "NaN inside attributes is refused with its pointer",
      await request("PUT", label, '{"attributes":{"annotations":[{"yaw":NaN}]}}'),
      "/attributes/annotations/0/yaw",
    )
  },
  "anchors, comments and labels beside samples": async () => {
    const path = await dataset("rest", "pointcloud-cuboid")
    const uuid = await sample(path)
    const open = (anchor) => request("POST", `/samples/${uuid}/issues/`, { description: "here", anchor })
    refused("an empty anchor is refused", await open({}), "/anchor/type")
    refused("an unknown type of anchor is refused", await open({ type: "spot" }), "/anchor/type")
    refused("a track without number is refused", await open({ type: "track" }), "/anchor/trackNumber")
    refused(
      "a 3D location without y and z is refused",
      await open({ type: "location", location: { type: "3d", x: 1 } }),
      "/anchor/location/z",
    )
    const good = await open({ type: "basic", sensor: "none of the sample's" })
    check("a sound anchor is taken, whatever its sensor", good.status === 201, shown(good))
    const id = await claim(path)
    const saved = await request("POST", `/claims/${id}/save/`, {
      attributes: of(cuboid),
      comment: "Too dark.",
    })
    check("a save says its warnings", Array.isArray(saved.json.warnings), shown(saved))
    const issues = (await request("GET", `${path}/issues/`)).json.map(({ description }) => description)
    check("a comment outside of a reject opens an issue", issues.includes("Too dark."), issues)
    const made = await request("POST", `${path}/samples/`, {
      name: "labeled",
      label: { label_status: "LABELED", attributes: of(cuboid) },
    })
    const label = await request("GET", `/labels/${made.json.uuid}/ground-truth/`)
    check("the label of POST …/samples/ is written", label.json?.label_status === "LABELED", shown(label))
  },
  configurations: async () => {
    const validate = (attribute, category = {}) =>
      request("POST", "/configuration/validate/", {
        configuration: { categories: [{ id: 1, name: "car", ...category, attributes: [attribute] }] },
      })
    const box = await validate({ name: "a", input_type: "checkbox", is_mandatory: false })
    check('"is_mandatory": false on a checkbox is fine', box.status === 200, shown(box))
    refused("an empty attribute name is refused", await validate({ name: "", input_type: "text" }))
    refused(
      "an empty category name is refused",
      await validate({ name: "a", input_type: "text" }, { name: "" }),
    )
    const advised = async (what: string, attribute: Json, category?: Json) => {
      const answer = await validate(attribute, category)
      check(`${what} carries an advice`, (answer.json.advice ?? []).length > 0, shown(answer))
    }
    const text = { name: "a", input_type: "text" }
    await advised("a fractional colour", text, { color: [1.5, 2, 3] })
    await advised("vector3 in link_attributes", text, {
      link_attributes: [{ name: "l", input_type: "vector3" }],
    })
    await advised("a list as default", {
      name: "a",
      input_type: "multiselect",
      values: ["x"],
      default_value: ["x"],
    })
  },
  "the SDK": async () => {
    if (python === undefined)
      return check("the package segments-ai is to be had", false, "no Python with it here")
    const { TaskType } = await load("packages/core/dist/effect.js")
    const records: Array<Json> = []
    let sent = 0
    for (const type of TaskType.literals) {
      const path = await dataset(`sdk-${type}`, type)
      const all = corpus(type, 60)
      sent += all.length
      const lines = all.map((attributes, index) =>
        JSON.stringify({ name: `${index}`, label: { attributes } }),
      )
      await request("POST", `${path}/samples_bulk/`, `${lines.join("\n")}\n`, {
        "Content-Type": "application/x-ndjson",
      })
      const list = await request("GET", `${path}/samples/?labelset=ground-truth&include_full_label=1`)
      records.push(...list.json.flatMap(({ label }) => (label ? [label] : [])))
    }
    const file = join(temporaryFolder(), "labels.ndjson")
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""))
    const program = fileURLToPath(new URL("../../../../examples/python-sdk/corpus.py", import.meta.url))
    let output: unknown
    try {
      output = execFileSync(python, [program, file], { encoding: "utf8" })
    } catch (error) {
      output = error instanceof Error && "stdout" in error ? error.stdout : error
    }
    check(
      `the SDK reads all ${records.length} accepted of ${sent} labels`,
      output === `${records.length} labels read\n` && records.length > 300,
      output,
    )
  },
})
