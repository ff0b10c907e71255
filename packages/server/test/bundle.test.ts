/** The bundle: what it loads, its worker threads, and its stack traces. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import * as nodeModule from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ensureBuilt, startCommand, startServer } from "./support/childServer.ts"

const bundle = new URL("../dist/bundle/", import.meta.url)
const folder = mkdtempSync(join(tmpdir(), "annotary-bundle-"))
const settings = { ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`, ANNOTARY_DATA_DIR: folder }

/** The files of the bundle that a process loaded, from its coverage. */
const loadedFiles = (coverage: string): ReadonlyArray<string> =>
  readdirSync(coverage)
    .flatMap((name): ReadonlyArray<{ readonly url: string }> => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8"))
      return result
    })
    .filter(({ url }) => url.startsWith(bundle.href))
    .map(({ url }) => fileURLToPath(url))

/** The sources of the files of the bundle that a process loaded. */
const loadedSources = (coverage: string): ReadonlyArray<string> =>
  loadedFiles(coverage).flatMap((path) => JSON.parse(readFileSync(`${path}.map`, "utf8")).sources)

/** The size of the files of the bundle that a command loads, in KB, and their sources. */
const measureLoaded = async (words: ReadonlyArray<string>) => {
  const coverage = mkdtempSync(join(folder, "loaded-"))
  const { code, stderr } = await startCommand(words, { ...settings, NODE_V8_COVERAGE: coverage }).finished
  assert.strictEqual(code, 0, stderr)
  const bytes = loadedFiles(coverage).reduce((sum, path) => sum + statSync(path).size, 0)
  return { kilobytes: bytes / 1000, sources: loadedSources(coverage) }
}

describe("the bundle", () => {
  beforeAll(ensureBuilt, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("loads only what a server on SQLite uses", async () => {
    const coverage = join(folder, "coverage")
    const server = await startServer({ ...settings, NODE_V8_COVERAGE: coverage })
    await server.stop()
    const sources = loadedSources(coverage)
    assert.include(sources, "packages/storage-sqlite/src/client.ts")
    const optional =
      /^(undici|busboy|prom-client|pg|@aws-sdk\/.*|@effect\/opentelemetry|packages\/storage-(postgres|s3))\//
    assert.deepStrictEqual(
      sources.filter((source) => optional.test(source)),
      [],
    )
  })

  it("loads no engine for the help", async () => {
    const { kilobytes, sources } = await measureLoaded(["--help"])
    assert.notInclude(sources, "packages/core/src/engine/Engine.ts")
    assert.isBelow(kilobytes, 360)
  })

  it("loads no more than the services of people for a command about accounts", async () => {
    assert.strictEqual((await startCommand(["user", "create", "ada"], settings).finished).code, 0)
    for (const words of [
      ["user", "list"],
      ["api-key", "list", "ada"],
    ]) {
      const { kilobytes, sources } = await measureLoaded(words)
      assert.include(sources, "packages/core/src/engine/Accounts.ts")
      assert.include(sources, "packages/storage-sqlite/src/client.ts")
      const others =
        /^(packages\/(webhooks|formats|http\/src\/transport)\/|packages\/(core|storage-sql)\/src\/.*\/(Engine|Samples|Labels|SampleSqlStore|LabelSqlStore)\.ts)/
      assert.deepStrictEqual(
        sources.filter((source) => others.test(source)),
        [],
      )
      assert.isBelow(kilobytes, 700)
    }
  })

  it("contains the program of its worker threads", async () => {
    const worker = new Worker(new URL("worker.js", bundle))
    try {
      await new Promise((resolve, reject) => worker.once("online", resolve).once("error", reject))
    } finally {
      await worker.terminate()
    }
  })

  it("shows the places in the sources in stack traces", async () => {
    const broken = "process.stdout.write = () => { throw new Error('broken pipe') }"
    const { code, stderr } = await startCommand(["user", "list"], {
      ...settings,
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(broken)}"`,
    }).finished
    assert.strictEqual(code, 1)
    assert.match(stderr, /Error: broken pipe/)
    assert.match(stderr, /packages\/server\/src\/cli\/output\.ts:\d+:\d+/)
  })

  // Node 20 cannot; .ci/nodes runs this file too.
  it.runIf("enableCompileCache" in nodeModule)(
    "keeps its compiled code in the user's folder for caches",
    async () => {
      const { code } = await startCommand(["--version"], { XDG_CACHE_HOME: folder }).finished
      assert.strictEqual(code, 0)
      assert.isNotEmpty(readdirSync(join(folder, "annotary", "compiled"), { recursive: true }))
    },
  )

  it("names a driver that another version of Node installed, and what to run", async () => {
    const dlopen =
      "process.dlopen = () => { throw Object.assign(new Error('NODE_MODULE_VERSION 1'), { code: 'ERR_DLOPEN_FAILED' }) }"
    const { code, stderr } = await startCommand(["user", "list"], {
      ...settings,
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(dlopen)}"`,
    }).finished
    assert.strictEqual(code, 1)
    assert.match(
      stderr,
      /^annotary: .*another version of Node\.js than v[\d.]+: run npm rebuild better-sqlite3/m,
    )
    assert.notInclude(stderr, "internal error")
  })

  it("imports, checks, exports and archives in separate processes, as other tests do from the sources", async () => {
    const place = mkdtempSync(join(tmpdir(), "annotary-bundled-"))
    const environment = { ANNOTARY_DATABASE_URL: `sqlite:${join(place, "a.db")}`, ANNOTARY_DATA_DIR: place }
    const run = async (...words: ReadonlyArray<string>): Promise<string> => {
      const { code, stderr, stdout } = await startCommand(words, environment).finished
      assert.strictEqual(code, 0, stderr)
      return stdout
    }
    const box = { id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4], area: 12, iscrowd: 0 }
    const image = { id: 1, file_name: "a.png", width: 9, height: 8, coco_url: "https://images.example/a.png" }
    const coco = join(place, "coco")
    mkdirSync(coco)
    writeFileSync(
      join(coco, "instances_train.json"),
      JSON.stringify({ images: [image], categories: [{ id: 1, name: "car" }], annotations: [box] }),
    )
    try {
      await run("user", "create", "ada")
      assert.match(
        await run("import", coco, "--dataset", "ada/cars", "--label-status", "LABELED"),
        /1 samples created/,
      )
      assert.match(await run("check", "ada/cars"), /1/)
      await run("export", "ada/cars", join(place, "yolo"), "--format", "yolo-detect")
      assert.match(readFileSync(join(place, "yolo/labels/train/a.txt"), "utf8"), /^0 /)
      await run("archive", "ada/cars", join(place, "cars.tar.gz"))
      environment.ANNOTARY_DATABASE_URL = `sqlite:${join(place, "other.db")}`
      await run("user", "create", "ada")
      assert.include(await run("restore", join(place, "cars.tar.gz")), "ada/cars restored")
    } finally {
      rmSync(place, { recursive: true })
    }
  }, 60_000)
})
