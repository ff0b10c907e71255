/** Labels that cannot break their readers, issue anchors, numbers that are none, and labels beside samples. */
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { makeCorpus } from "../labelCorpus.ts"
import { type Answer, check, type Json, load, makeTemporaryFolder, run, startServer } from "../support.ts"

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
const makeAttributes = (annotation) => ({ annotations: [annotation] })

const addDataset = async (name, taskType, more = {}) => {
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
  const hasPython = has(process.env.ANNOTARY_PYTHON ?? "python3")
  if (hasPython !== undefined) return hasPython
  try {
    const folder = makeTemporaryFolder()
    execFileSync("python3", ["-m", "venv", folder], { stdio: "ignore" })
    const command = join(folder, "bin/python")
    execFileSync(command, ["-m", "pip", "install", "--quiet", "segments-ai"], { stdio: "ignore" })
    return has(command)
  } catch {
    return undefined
  }
})()

const formatAnswer = ({ status, text }) => `${status} ${text.slice(0, 160)}`
const checkRefused = (name: string, answer: Answer, pointer?: string) =>
  check(
    name,
    answer.status === 400 &&
      (pointer === undefined || (answer.json.errors ?? []).some((one) => one.pointer === pointer)),
    formatAnswer(answer),
  )

/** Every way in which a label can be written, for a dataset. */
const listWays = (path) => ({
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
const sendLine = async (path, line) =>
  JSON.parse(
    (
      await request("POST", `${path}/samples_bulk/`, `${line}\n`, { "Content-Type": "application/x-ndjson" })
    ).text.split("\n")[0] ?? "",
  )

await run({
  structure: async () => {
    const boxes = await addDataset("boxes", "bboxes")
    const clouds = await addDataset("clouds", "pointcloud-cuboid")
    const putImage = async (attributes) =>
      request("PUT", `/labels/${await sample(boxes)}/ground-truth/`, { attributes })
    const putCloud = async (attributes) =>
      request("PUT", `/labels/${await sample(clouds)}/ground-truth/`, { attributes })
    checkRefused(
      "a bbox of one point is refused",
      await putImage(makeAttributes({ ...bbox, points: [[0, 0]] })),
      "/attributes/annotations/0/points",
    )
    checkRefused(
      "a cuboid in a bboxes dataset is refused",
      await putImage(makeAttributes(cuboid)),
      "/attributes/annotations/0/type",
    )
    checkRefused(
      "an id of text is refused",
      await putImage(makeAttributes({ ...bbox, id: "one" })),
      "/attributes/annotations/0/id",
    )
    checkRefused(
      "a list of numbers as attribute is refused",
      await putImage(makeAttributes({ ...bbox, attributes: { a: [1] } })),
      "/attributes/annotations/0/attributes/a",
    )
    checkRefused(
      "a cuboid without yaw is refused",
      await putCloud(makeAttributes({ ...cuboid, yaw: undefined })),
      "/attributes/annotations/0/yaw",
    )
    checkRefused(
      "a label without annotations is refused",
      await putCloud({ a: 1 }),
      "/attributes/annotations",
    )
    const storedImage = await putImage({ ...makeAttributes({ ...bbox, extra: { x: [1] } }), more: 1 })
    check(
      "unknown keys stay as sent",
      storedImage.status === 201 && storedImage.json.attributes.annotations[0].extra.x[0] === 1,
      formatAnswer(storedImage),
    )
    for (const nothing of [null, {}]) {
      const answer = await putImage(nothing)
      check(
        `${JSON.stringify(nothing)} is no label yet, and null`,
        answer.status === 201 && answer.json.attributes === null,
        formatAnswer(answer),
      )
    }
    for (const [name, write] of Object.entries(listWays(clouds)))
      checkRefused(
        `a broken structure is refused by ${name}`,
        await write(makeAttributes({ ...cuboid, yaw: "north" })),
      )
    const line = await sendLine(
      clouds,
      JSON.stringify({ name: "broken", label: { attributes: makeAttributes({ ...cuboid, yaw: "n" }) } }),
    )
    check("a broken structure is refused in NDJSON", line.status === "error", JSON.stringify(line))
  },
  warnings: async () => {
    const path = await addDataset("warned", "pointcloud-cuboid", {
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
      const answer = await listWays(path)[name](odd)
      const rules = new Set((answer.json.warnings ?? []).map(({ rule }) => rule))
      check(
        `the answer of ${name} carries the warnings`,
        rules.has("unknown-category") && rules.has("attribute-value") && rules.has("duplicate-annotation-id"),
        [...rules],
      )
    }
    await request("PATCH", `${path}/`, { reject_on_warnings: ["unknown-category"] })
    for (const [name, write] of Object.entries(listWays(path))) {
      const answer = await write(odd)
      check(
        `reject_on_warnings refuses by ${name}, with the warnings`,
        answer.status === 400 && answer.json.warnings?.[0]?.rule === "unknown-category",
        formatAnswer(answer),
      )
    }
    const line = await sendLine(path, JSON.stringify({ name: "odd", label: { attributes: odd } }))
    check(
      "reject_on_warnings refuses in NDJSON",
      line.status === "error" && line.warnings?.length === 1,
      JSON.stringify(line).slice(0, 200),
    )
    const good = await listWays(path).PUT(makeAttributes(cuboid))
    check("and takes what has no such warning", good.status === 201, formatAnswer(good))
  },
  "bodies and numbers": async () => {
    const path = await addDataset("bodies", "pointcloud-cuboid")
    const label = `/labels/${await sample(path)}/ground-truth/`
    const first = await request("PUT", label, {
      label_status: "REVIEWED",
      attributes: makeAttributes(cuboid),
    })
    checkRefused("a PUT without a body is refused", await request("PUT", label))
    checkRefused("a PUT of {} is refused", await request("PUT", label, {}))
    checkRefused("a PATCH without a body is refused", await request("PATCH", label))
    const same = await request("PATCH", label, {})
    check(
      "an empty PATCH changes nothing",
      same.status === 200 && same.headers.get("etag") === first.headers.get("etag"),
      formatAnswer(same),
    )
    const status = (await request("GET", label)).json.label_status
    check("the label is still REVIEWED", status === "REVIEWED", status)
    checkRefused(
      "a number of 1 001 digits is refused",
      await request("PUT", label, `{"attributes":{"annotations":[],"n":${"1".repeat(1001)}}}`),
      "/attributes/n",
    )
    checkRefused(
      "1e999 is refused",
      await request("PUT", label, '{"attributes":{"annotations":[],"n":1e999}}'),
      "/attributes/n",
    )
    const nan = await request("PUT", label, '{"label_status":"LABELED","score":NaN,"rating":Infinity}')
    check(
      "NaN as score and rating is null",
      nan.status === 200 && nan.json.score === null && nan.json.rating === null,
      formatAnswer(nan),
    )
    checkRefused(
      "NaN inside attributes is refused with its pointer",
      await request("PUT", label, '{"attributes":{"annotations":[{"yaw":NaN}]}}'),
      "/attributes/annotations/0/yaw",
    )
  },
  "anchors, comments and labels beside samples": async () => {
    const path = await addDataset("rest", "pointcloud-cuboid")
    const uuid = await sample(path)
    const open = (anchor) => request("POST", `/samples/${uuid}/issues/`, { description: "here", anchor })
    checkRefused("an empty anchor is refused", await open({}), "/anchor/type")
    checkRefused("an unknown type of anchor is refused", await open({ type: "spot" }), "/anchor/type")
    checkRefused("a track without number is refused", await open({ type: "track" }), "/anchor/trackNumber")
    checkRefused(
      "a 3D location without y and z is refused",
      await open({ type: "location", location: { type: "3d", x: 1 } }),
      "/anchor/location/z",
    )
    const good = await open({ type: "basic", sensor: "none of the sample's" })
    check("a sound anchor is taken, whatever its sensor", good.status === 201, formatAnswer(good))
    const id = await claim(path)
    const saved = await request("POST", `/claims/${id}/save/`, {
      attributes: makeAttributes(cuboid),
      comment: "Too dark.",
    })
    check("a save says its warnings", Array.isArray(saved.json.warnings), formatAnswer(saved))
    const issues = (await request("GET", `${path}/issues/`)).json.map(({ description }) => description)
    check("a comment outside of a reject opens an issue", issues.includes("Too dark."), issues)
    const made = await request("POST", `${path}/samples/`, {
      name: "labeled",
      label: { label_status: "LABELED", attributes: makeAttributes(cuboid) },
    })
    const label = await request("GET", `/labels/${made.json.uuid}/ground-truth/`)
    check(
      "the label of POST …/samples/ is written",
      label.json?.label_status === "LABELED",
      formatAnswer(label),
    )
  },
  configurations: async () => {
    const validate = (attribute, category = {}) =>
      request("POST", "/configuration/validate/", {
        configuration: { categories: [{ id: 1, name: "car", ...category, attributes: [attribute] }] },
      })
    const box = await validate({ name: "a", input_type: "checkbox", is_mandatory: false })
    check('"is_mandatory": false on a checkbox is fine', box.status === 200, formatAnswer(box))
    checkRefused("an empty attribute name is refused", await validate({ name: "", input_type: "text" }))
    checkRefused(
      "an empty category name is refused",
      await validate({ name: "a", input_type: "text" }, { name: "" }),
    )
    const checkAdvice = async (what: string, attribute: Json, category?: Json) => {
      const answer = await validate(attribute, category)
      check(`${what} carries an advice`, (answer.json.advice ?? []).length > 0, formatAnswer(answer))
    }
    const text = { name: "a", input_type: "text" }
    await checkAdvice("a fractional colour", text, { color: [1.5, 2, 3] })
    await checkAdvice("vector3 in link_attributes", text, {
      link_attributes: [{ name: "l", input_type: "vector3" }],
    })
    await checkAdvice("a list as default", {
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
      const path = await addDataset(`sdk-${type}`, type)
      const all = makeCorpus(type, 60)
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
    const file = join(makeTemporaryFolder(), "labels.ndjson")
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
