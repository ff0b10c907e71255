/** Imports never guess, JSON is validated where it enters, settings and the command line say what is wrong. */
import { execFile, execFileSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import {
  check,
  checkout,
  type Json,
  load,
  makeTemporaryFolder,
  run,
  runAnnotary,
  startServer,
} from "../support.ts"

const folder = makeTemporaryFolder()
const settings = {
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "database", "annotary.db")}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
}
const runCli = (...words) => runAnnotary(words, settings)
const place = (...names) => join(folder, ...names)
const write = (name, content) => {
  mkdirSync(join(place(name), ".."), { recursive: true })
  writeFileSync(place(name), content)
  return place(name)
}
const runImport = (source, name, ...words) =>
  runCli("import", source, "--dataset", `ada/${name}`, "--create", "vector", ...words)
const getLastLine = (text) => text.trim().split("\n").at(-1)

/** The engine over the same database, for what the command line does not show. */
const withEngine = async (use) => {
  const { createEngine } = await load("packages/core/dist/index.js")
  const { sqlite } = await load("packages/storage-sqlite/dist/index.js")
  const engine = await createEngine({
    storage: sqlite({ filename: place("database", "annotary.db"), blobs: place("data", "files") }),
    worker: false,
  })
  try {
    return await use(engine)
  } finally {
    await engine.close()
  }
}
const toRef = (name) => ({ _tag: "Name", owner: "ada", name })

const refused: Array<Json> = []
/** The source is refused with a sentence and exits 1; that no dataset is left is looked at later. */
const checkRefusal = async (what, source, sentence) => {
  const name = `refused${refused.length}`
  refused.push([what, name])
  const { code, stderr } = await runImport(source, name)
  check(`${what} is refused`, code === 1 && sentence.test(stderr), getLastLine(stderr).slice(0, 120))
}

const attributes = '{"annotations":[{"id":1,"category_id":1,"type":"bbox","points":[[0,0],[1,1]]}]}'
const formatSampleLine = (name, more = "") =>
  `{"name":"${name}","attributes":{"n":9007199254740993}${more}}\n`

const getError = (call) =>
  call.then(
    () => undefined,
    (error) => error,
  )

await run({
  "the database and its folders": async () => {
    await runCli("user", "create", "ada")
    const readMode = (...names) => (statSync(place(...names)).mode & 0o777).toString(8)
    check(
      "the database is its owner's alone",
      readMode("database", "annotary.db") === "600",
      readMode("database", "annotary.db"),
    )
    check("its folder, too", readMode("database") === "700", readMode("database"))
    check("the folder of files, too", readMode("data", "files") === "700", readMode("data", "files"))
    const ignored = readFileSync(join(checkout, ".gitignore"), "utf8").split("\n")
    check(
      ".annotary/ is in .gitignore",
      ignored.some((entry) => /^\/?\.annotary\/?$/.test(entry)),
    )
  },

  "a release file": async () => {
    const source = write(
      "lines.ndjson",
      formatSampleLine(
        "a",
        `,"metadata":{"k":"v"},"label":{"label_status":"LABELED","attributes":${attributes}}`,
      ) + formatSampleLine("b"),
    )
    await runImport(source, "street")
    await withEngine(async (engine) => {
      await engine.labelsets.create(toRef("street"), { name: "model", description: "predictions" })
      const { samples } = await engine.samples.createMany(toRef("street"), [{ name: "a", attributes: null }])
      await engine.labels.put(samples[0].sample.id, "model", { attributes, score: 0.5, status: "REVIEWED" })
    })
    const file = place("street.json")
    await runCli("export", "ada/street", file)
    const { code, stderr } = await runCli("import", file, "--dataset", "ada/copy", "--create", "vector")
    const again = place("copy.json")
    await runCli("export", "ada/copy", again)
    const readSamples = (path) =>
      JSON.parse(readFileSync(path, "utf8")).dataset.samples.map(({ attributes, labels, metadata, name }) =>
        JSON.stringify([
          name,
          attributes,
          metadata,
          Object.entries<Json>(labels).map(([labelset, label]) => [
            labelset,
            label?.label_status,
            label?.attributes,
            label?.score,
          ]),
        ]),
      )
    check(
      "is imported as what it is",
      code === 0 &&
        readSamples(again).join() === readSamples(file).join() &&
        readSamples(again).length === 2 &&
        readSamples(again)[0].includes('"model","REVIEWED"'),
      getLastLine(stderr),
    )
    check("with its digits", existsSync(again) && readFileSync(again, "utf8").includes("9007199254740993"))
    const text = readFileSync(file, "utf8")
    await checkRefusal(
      "a release cut off",
      write("cut.json", text.slice(0, text.length - 40)),
      /was changed after it was created/,
    )
    const forged = write("forged.json", text.replace("9007199254740993", "9007199254740992"))
    await checkRefusal("a release with a line changed", forged, /line was changed/)
  },

  // Formats that a later version reads; what is shown here is that they are not taken for something else until then.
  "other formats": async () => {
    await checkRefusal(
      "a COCO file",
      write("coco.json", '{"images":[{"id":1}],"annotations":[],"categories":[]}'),
      /COCO/,
    )
    for (const name of ["a.jpg", "b.jpg"]) write(`images/${name}`, "")
    await checkRefusal("a folder of images", place("images"), /2 \.jpg/)
    for (const name of ["data.yaml", "labels/1.txt", "images/1.png"]) write(`yolo/${name}`, "")
    await checkRefusal("a YOLO folder", place("yolo"), /YOLO/)
    for (const name of ["Annotations/1.xml", "JPEGImages/1.jpg"]) write(`voc/${name}`, "")
    await checkRefusal("a VOC folder", place("voc"), /VOC/)
    mkdirSync(place("nothing"))
    await checkRefusal("an empty folder", place("nothing"), /no sample/)
    await checkRefusal("an empty file", write("empty.ndjson", "\n\n"), /Nothing was imported/)
    await checkRefusal("a list", write("list.json", "[]"), /JSON list/)
    await withEngine(async (engine) => {
      for (const [what, name] of refused) {
        const error = await getError(engine.datasets.get(toRef(name)))
        check(`${what} leaves no dataset`, error?._tag === "NotFound")
      }
    })
  },

  "what is not known in a sample": async () => {
    const source = write(
      "odd.ndjson",
      formatSampleLine("a") +
        '{"name":"b","attributes":{},"atributes":{}}\n{"name":"c"}\n' +
        '{"name":"d","attributes":{},"label":{"status":"LABELED","attributes":{}}}\n',
    )
    const { code, stderr } = await runImport(source, "odd")
    check(
      "an unknown key has line and pointer",
      stderr.includes("odd.ndjson:2: /atributes"),
      stderr.split("\n")[0],
    )
    check("missing attributes have line and pointer", stderr.includes("odd.ndjson:3: /attributes"))
    check("an unknown key of a label has line and pointer", stderr.includes("odd.ndjson:4: /label/status"))
    check("and the exit code is 1", code === 1, code)
  },

  "names that cannot be read": async () => {
    write("tree/one.json", '{"name":"one","attributes":{}}')
    symlinkSync("../tree", place("tree", "loop"))
    symlinkSync("self", place("tree", "self"))
    symlinkSync("nowhere", place("tree", "dangling"))
    execFileSync("mkfifo", [place("tree", "pipe")])
    writeFileSync(
      Buffer.concat([Buffer.from(`${place("tree")}/bad`), Buffer.from([0xff]), Buffer.from(".json")]),
      "{}",
    )
    const { code, stderr, stdout } = await runImport(place("tree"), "tree")
    for (const name of ["loop", "self", "dangling", "pipe", "bad\\xff.json"])
      check(`${name} is reported by name`, stderr.includes(`tree/${name}`))
    check(
      "the rest is imported, and the exit code is 1",
      code === 1 && stdout.startsWith("1 samples created"),
      getLastLine(stderr),
    )
  },

  "JSON through the Promise entry point": async () => {
    const { createEngine, isAnnotaryError } = await load("packages/core/dist/index.js")
    const { memory } = await load("packages/core/dist/memory.js")
    const engine = await createEngine({ storage: memory(), worker: false })
    try {
      await engine.users.create({ username: "ada" })
      const ada = engine.as("ada")
      const ref = { _tag: "Name", owner: "ada", name: "cats" }
      const wrong = await getError(
        ada.datasets.create({ name: "cats", category: "other", taskType: "vektor" }),
      )
      check(
        "a violation names the caller's field",
        wrong?.errors?.[0]?.pointer === "/taskType",
        wrong?.errors?.[0]?.pointer,
      )
      await ada.datasets.create({ name: "cats", category: "other", taskType: "vector" })
      const oops = await getError(ada.samples.create(ref, { name: "a", attributes: '{"image": oops' }))
      check("text that is not JSON is refused", isAnnotaryError(oops, "InvalidInput"), oops)
      const plain = await ada.samples
        .create(ref, { name: "b", attributes: { image: { url: "u" } } })
        .catch((error) => error)
      check(
        "a plain object is serialised",
        plain?.sample?.attributes === '{"image":{"url":"u"}}',
        plain?.message ?? "",
      )
      const label = (attributes) =>
        getError(ada.labels.put(plain?.sample?.id, "ground-truth", { attributes }))
      check("a label, too", isAnnotaryError(await label('{"annotations": [NaN]}'), "InvalidInput"))
      check(
        "NaN in an object is found",
        (await label({ a: Number.NaN }))?.errors?.[0]?.pointer === "/attributes/a",
      )
    } finally {
      await engine.close()
    }
  },

  settings: async () => {
    const server = await startServer({ ANNOTARY_PROT: "1" })
    check(
      "a misspelled variable is a warning with the nearest name",
      /ANNOTARY_PROT.*ANNOTARY_PORT/.test(server.output()),
    )
    await server.stop()
    const written = { ...server.settings, ANNOTARY_MAX_BODY: "32MiB", ANNOTARY_WEBHOOK_WAITS: "5s,1m" }
    const doctor = await runAnnotary(["doctor"], written)
    check("doctor fails on it", doctor.code === 1 && /wrong ANNOTARY_PROT/.test(doctor.stdout))
    check(
      "doctor prints settings as they were set",
      /MAX_BODY +32MiB\n/.test(doctor.stdout) && /WEBHOOK_WAITS +5s,1m\n/.test(doctor.stdout),
    )
    check("doctor checks the database file", /quick check/.test(doctor.stdout))
  },

  "a damaged database": async () => {
    const server = await startServer()
    await server.stop()
    const file = join(server.folder, "annotary.db")
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 4096 * 20, 4096 * 40)
    writeFileSync(file, bytes)
    const doctor = await runAnnotary(["doctor"], server.settings)
    check("is found by doctor", doctor.code === 1 && /damaged/.test(doctor.stdout))
  },

  "a changed sealing key": async () => {
    const makeKey = (letter) => letter.repeat(43)
    const server = await startServer({ ANNOTARY_SECRET_KEYS: makeKey("A") })
    await server.request("PUT", "/user/webhooks/", {})
    const made = await server.request("POST", "/user/webhooks/endpoints/", {
      url: "https://example.com/hook",
    })
    await server.stop()
    const changed = { ...server.settings, ANNOTARY_SECRET_KEYS: makeKey("B") }
    const later = await startServer(changed)
    const read = await later.request(
      "GET",
      `/user/webhooks/endpoints/${made.json?.id ?? made.json?.uuid}/secret/`,
    )
    check(
      "is a named 409",
      read.status === 409 && read.json?.code === "sealing_key_changed",
      `${read.status} ${read.json?.code}`,
    )
    await later.stop()
    const doctor = await runAnnotary(["doctor"], changed)
    check("is reported by doctor", doctor.code === 1 && /sealed with a key/.test(doctor.stdout))
  },

  "the command": async () => {
    const file = write("taken.json", "mine")
    const refused = await runCli("export", "ada/street", file)
    check(
      "export overwrites nothing",
      refused.code === 1 && readFileSync(file, "utf8") === "mine",
      getLastLine(refused.stderr),
    )
    const forced = await runCli("export", "ada/street", file, "--force")
    check(
      "but with --force",
      forced.code === 0 && readFileSync(file, "utf8").startsWith("{"),
      getLastLine(forced.stderr),
    )
    check("and leaves nothing beside it", !readdirSync(folder).some((name) => name.endsWith(".partial")))
    const { stdout } = await runCli("--version")
    check(
      "--version tells the commit",
      /^\d+\.\d+\.\d+.* \(commit [0-9a-f]{40}\)$/.test(stdout.trim()),
      stdout.trim(),
    )
    const exec = await new Promise<{ code: unknown; out: string }>((done) => {
      execFile("npx", ["-y", "pnpm@12", "exec", "annotary", "--version"], { cwd: checkout }, (error, out) =>
        done({ code: error?.code ?? 0, out }),
      )
    })
    check("pnpm exec annotary works", exec.code === 0 && exec.out.includes(stdout.trim()), exec.code)
  },
})
