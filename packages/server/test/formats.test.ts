import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { annotary } from "./support/annotary.ts"
import type { Environment } from "./support/childServer.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-formats-"))
const at = (...parts: ReadonlyArray<string>) => join(folder, ...parts)
const environment: Environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${at("labels.db")}`,
  ANNOTARY_DATA_DIR: at("data"),
  ANNOTARY_PUBLIC_URL: "https://labels.example",
}
const run = (...words: ReadonlyArray<string>) => annotary(words, environment)

const done = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await run(...words)
  assert.strictEqual(code, 0, stderr)
  return `${stdout}${stderr}`
}

const refused = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr } = await run(...words)
  assert.notStrictEqual(code, 0)
  return stderr
}

const sample = (name: string, label_status: string) => ({
  name,
  attributes: { image: { url: `https://images.example/${name}.png`, width: 100, height: 80 } },
  metadata: { city: name === "a" ? "Ghent" : "Bruges" },
  label: {
    label_status,
    attributes: {
      annotations: [
        {
          id: 1,
          category_id: 7,
          type: "bbox",
          points: [
            [1, 2],
            [30, 40],
          ],
        },
      ],
    },
  },
})

beforeAll(async () => {
  mkdirSync(at("source"))
  const samples = [sample("a", "LABELED"), sample("b", "REVIEWED"), sample("c", "PRELABELED")]
  writeFileSync(at("source", "samples.ndjson"), samples.map((one) => JSON.stringify(one)).join("\n"))
  writeFileSync(at("source", "configuration.json"), JSON.stringify({ categories: [{ id: 7, name: "car" }] }))
  await done("migrate")
  await done("user", "create", "ada")
  await done("import", at("source"), "--dataset", "ada/street", "--create", "vector")
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

const labelsIn = (path: string) => JSON.parse(readFileSync(path, "utf8")).shapes

describe("an export in another format", () => {
  it("has finished work alone, and says what was lost", async () => {
    const said = await done(
      "export",
      "ada/street",
      at("out"),
      "--format",
      "labelme",
      "--report",
      at("report.json"),
    )
    assert.match(said, /2 samples of ada\/street written to .* as Labelme/)
    assert.match(said, /2 {2}samples lost their metadata/)
    assert.strictEqual(JSON.parse(readFileSync(at("report.json"), "utf8")).samples, 2)
    assert.strictEqual(labelsIn(at("out", "a.json"))[0].label, "car")
  })

  it("is never written over, nor half", async () => {
    assert.match(
      await refused("export", "ada/street", at("out"), "--format", "labelme"),
      /exists; --force overwrites/,
    )
    const strict = await refused("export", "ada/street", at("strict"), "--format", "labelme", "--strict")
    assert.match(
      strict,
      /labelme cannot carry everything: .*2 samples lost their metadata. Nothing was written/,
    )
    assert.match(
      await refused("export", "ada/street", at("strict"), "--format", "labelme", "--category", "tram"),
      /no category "tram"/,
    )
    assert.throws(() => readFileSync(at("strict", "a.json")), /ENOENT/)
  })

  it("says how many samples their status left out, and which option exports them", async () => {
    const words = [
      "ada/street",
      at("statuses"),
      "--format",
      "labelme",
      "--force",
      "--report",
      at("left.json"),
    ]
    assert.match(
      await done("export", ...words),
      /1 sample was left out because of the label status \(1 PRELABELED\); to export them too: --status LABELED,REVIEWED,VERIFIED,PRELABELED/,
    )
    assert.deepStrictEqual(JSON.parse(readFileSync(at("left.json"), "utf8")).left_out, { PRELABELED: 1 })
    assert.notMatch(
      await done("export", ...words, "--name-contains", "a"),
      /left out because of the label status/,
    )
  })

  it("selects by status, name and metadata, from a release too", async () => {
    const count = async (...words: ReadonlyArray<string>) =>
      Number(
        /(\d+) samples of/.exec(
          await done("export", "ada/street", at("selected"), "--format", "labelme", "--force", ...words),
        )?.[1],
      )
    assert.strictEqual(await count("--status", "PRELABELED"), 1)
    assert.strictEqual(await count("--status", "PRELABELED,LABELED,REVIEWED"), 3)
    assert.strictEqual(await count("--metadata", "city=Ghent"), 1)
    assert.strictEqual(await count("--name-contains", "b"), 1)
  })

  it("names what is wrong with its options", async () => {
    const wrong = (...words: ReadonlyArray<string>) =>
      refused("export", "ada/street", at("wrong"), "--format", "labelme", ...words)
    assert.match(await wrong("--status", "DONE"), /statuses/)
    assert.match(await wrong("--split", "a/b"), /--split takes shares/)
    assert.match(await wrong("--rename", "car"), /--rename takes NAME=VALUE/)
    assert.match(await wrong("--files", "move"), /files/)
    assert.match(
      await refused("export", "ada/street", at("wrong"), "--format", "nope"),
      /--format must be one of .*labelme/,
    )
    assert.match(
      await refused("export", "ada/street", at("wrong"), "--split", "8/1/1"),
      /--split needs --format/,
    )
  })
})

describe("an import of another format", () => {
  it("finds the format of an archive, creates the dataset, and can be repeated", async () => {
    await done("export", "ada/street", at("street.zip"), "--format", "labelme", "--files", "link")
    const said = await done("import", at("street.zip"), "--dataset", "ada/again")
    assert.match(said, /This is Labelme \(a.json\)/)
    assert.match(said, /dataset ada\/again created/)
    assert.match(said, /2 samples created, 0 existing, 2 labels written/)
    const again = await run("import", at("street.zip"), "--dataset", "ada/again", "--format", "labelme")
    assert.strictEqual(again.code, 1)
    assert.match(again.stdout, /0 samples created, 2 existing, 0 labels written, 2 kept/)
    assert.match(again.stderr, /2 samples of these names were in ada\/again before.*--keep-labels/)
    const kept = await done("import", at("street.zip"), "--dataset", "ada/again", "--keep-labels")
    assert.match(kept, /0 samples created, 2 existing, 0 labels written, 2 kept/)
    await done(
      "export",
      "ada/again",
      at("again"),
      "--format",
      "labelme",
      "--status",
      "PRELABELED",
      "--files",
      "link",
    )
    assert.deepStrictEqual(labelsIn(at("again", "a.json")), labelsIn(at("out", "a.json")))
  })

  it("finds the format of a folder and of a file without its name, and says it", async () => {
    const file = "annotations/instances_default.json"
    await done("export", "ada/street", at("found"), "--format", "coco", "--files", "link")
    const folder = await done("import", at("found"), "--dataset", "ada/found")
    assert.match(folder, /2 samples created/)
    assert.include(folder, `This is COCO (${file}); --format names another`)
    const alone = await done("import", at("found", file), "--dataset", "ada/alone")
    assert.include(alone, `This is COCO (${basename(file)}); --format names another`)
  })

  it("names the formats that files may be of, and imports nothing", async () => {
    mkdirSync(at("several", "train", "one", "gt"), { recursive: true })
    writeFileSync(at("several", "train", "one", "gt", "gt.txt"), "")
    assert.match(
      await refused("import", at("several"), "--dataset", "ada/several"),
      /may be mot or mots; the format must be named. Nothing was imported/,
    )
  })

  it("is not taken for one where samples of ours are, whatever they contain", async () => {
    const drive = { pcd: { url: "https://x.example/1.pcd", type: "pcd" }, images: [] }
    const label = { annotations: [{ id: 1, category_id: 7 }] }
    const ours = {
      name: "one",
      attributes: drive,
      metadata: { file_name: "x" },
      label: { attributes: label },
    }
    mkdirSync(at("ours"))
    writeFileSync(at("ours", "one.json"), JSON.stringify(ours))
    const said = (await run("import", at("ours"), "--dataset", "ada/ours", "--create", "pointcloud-cuboid"))
      .stderr
    assert.notMatch(said, /This is/)
    writeFileSync(at("ours", "photo.jpg"), "x")
    assert.match(
      await refused("import", at("ours"), "--dataset", "ada/ours"),
      /ours holds 1 .jpg files.*Nothing was imported; import reads release files/,
    )
  })

  it("gives finished answers alone the chosen status", async () => {
    const task = (name: string, annotations: ReadonlyArray<object>, more: object = {}) => ({
      data: { image: `https://images.example/${name}.png`, width: 100, height: 80 },
      annotations,
      ...more,
    })
    const tasks = [
      task("finished", [{ result: [] }]),
      task("skipped", [{ result: [], was_cancelled: true }]),
      task("predicted", [], { predictions: [{ result: [], score: 0.5 }] }),
      task("untouched", []),
    ]
    mkdirSync(at("tasks"))
    writeFileSync(at("tasks", "tasks.json"), JSON.stringify(tasks))
    const words = ["import", at("tasks"), "--format", "label-studio", "--label-status", "LABELED"]
    await done(...words, "--dataset", "ada/tasks")
    const exported = await done("export", "ada/tasks", at("finished"), "--format", "label-studio")
    assert.match(exported, /1 samples of ada\/tasks/)
    assert.match(exported, /3 samples were left out.*1 UNLABELED/)
    assert.match(exported, /1 SKIPPED/)
    assert.match(exported, /1 PRELABELED/)
    await done("export", "ada/tasks", at("scored"), "--format", "label-studio", "--status", "PRELABELED")
    const [scored] = JSON.parse(readFileSync(at("scored", "tasks.json"), "utf8"))
    assert.strictEqual(scored.predictions[0].score, 0.5)
  })

  it("leaves samples without annotations unlabeled when asked, and refuses losses when it is strict", async () => {
    mkdirSync(at("empties"))
    const document = {
      shapes: [],
      imagePath: "https://images.example/a.png",
      imageHeight: 80,
      imageWidth: 100,
    }
    writeFileSync(at("empties", "a.json"), JSON.stringify(document))
    const words = ["import", at("empties"), "--format", "labelme"]
    const said = await done(...words, "--strict", "--dataset", "ada/empty")
    assert.match(said, /1 {2}sample without annotations got an empty label.*--empty unlabeled/s)
    assert.match(
      await done(...words, "--empty", "unlabeled", "--dataset", "ada/unlabeled"),
      /0 labels written/,
    )
    assert.match(
      await refused(...words, "--empty", "none", "--dataset", "ada/none"),
      /--empty must be label or/,
    )
    const tasks = [
      { data: { image: "https://x.example/a.png" }, annotations: [{ result: [] }, { result: [] }] },
    ]
    mkdirSync(at("twice"))
    writeFileSync(at("twice", "tasks.json"), JSON.stringify(tasks))
    assert.match(
      await refused("import", at("twice"), "--strict", "--dataset", "ada/twice"),
      /cannot be imported completely: 1 further label .*Nothing was imported/,
    )
  })

  it("has the type of its files: another one is refused", async () => {
    assert.match(
      await refused("import", at("found"), "--dataset", "ada/typed", "--create", "pointcloud-cuboid"),
      /The files make a vector dataset; leave --create out/,
    )
  })

  it("imports nothing when an image is nowhere, or, when it is strict, a file is wrong", async () => {
    await done("export", "ada/street", at("broken"), "--format", "labelme")
    assert.match(
      await refused("import", at("broken"), "--dataset", "ada/none", "--format", "labelme"),
      /a.png: is missing among the files.*Nothing was imported/,
    )
    writeFileSync(at("broken", "b.json"), '{"shapes":[{"label"')
    const url = ["--base-url", "https://images.example"]
    const words = ["import", at("broken"), "--dataset", "ada/none", "--format", "labelme", ...url]
    assert.match(await refused(...words, "--strict"), /b.json is not JSON.* Nothing was imported/)
    assert.match(await refused("export", "ada/none", at("none"), "--format", "coco"), /no dataset|not found/i)
    assert.match(await done(...words, "--create", "vector"), /1 {2}sample record .*out \(b.json is not JSON/)
  })

  it("takes the categories of an existing dataset by name, and refuses others", async () => {
    const other = at("other")
    mkdirSync(other)
    const shape = {
      label: "tram",
      points: [
        [1, 2],
        [3, 4],
      ],
      shape_type: "rectangle",
    }
    const document = { shapes: [shape], imagePath: "https://x.example/t.png", imageWidth: 9, imageHeight: 9 }
    writeFileSync(at("other", "t.json"), JSON.stringify(document))
    assert.match(
      await refused("import", other, "--dataset", "ada/street", "--format", "labelme"),
      /categories that the dataset does not have: tram. Nothing was imported/,
    )
  })

  it("saves images among the files when asked", async () => {
    await done("export", "ada/street", at("files"), "--format", "labelme")
    for (const name of ["a.png", "b.png"]) writeFileSync(at("files", name), `not decoded: ${name}`)
    assert.match(
      await refused("import", at("files"), "--dataset", "ada/files", "--format", "labelme"),
      /a.png: is a file: --upload saves/,
    )
    await done("import", at("files"), "--dataset", "ada/files", "--format", "labelme", "--upload")
    await done(
      "export",
      "ada/files",
      at("copied"),
      "--format",
      "labelme",
      "--status",
      "PRELABELED",
      "--files",
      "copy",
    )
    assert.strictEqual(readFileSync(at("copied", "a.png"), "utf8"), "not decoded: a.png")
  })

  it("saves images for the organization that owns the new dataset, within its quota of bytes", async () => {
    await done("user", "create", "umbrella", "--organization")
    const files = at("files")
    const size = ["a.png", "b.png"].reduce((sum, name) => sum + statSync(join(files, name)).size, 0)
    const words = ["import", files, "--dataset", "umbrella/files", "--format", "labelme", "--upload"]
    await done("quota", "set", "umbrella", "--bytes", String(size - 1))
    assert.include(await refused(...words), `quota of ${size - 1} bytes of files and uses 0`)
    assert.match(await refused("export", "umbrella/files", at("none"), "--format", "labelme"), /not found/i)
    await done("quota", "set", "umbrella", "--bytes", String(size))
    await done(...words)
    assert.match(await done("quota", "get", "umbrella"), new RegExp(`^bytes +${size} +${size}$`, "m"))
  })

  it("prints what it changed in labels, whether samples are new or replaced", async () => {
    const points = [
      [40, 40],
      [60, 40],
      [60, 50],
      [40, 50],
    ]
    const shape = { type: "rotated_box", center: [50, 45], size: [20, 10], angle: 0, sha256: "0".repeat(64) }
    const outdated = { id: 1, category_id: 7, type: "polygon", points, shape }
    const label = { label_status: "LABELED", attributes: { annotations: [outdated] } }
    const { attributes, metadata } = sample("d", "LABELED")
    writeFileSync(at("outdated.ndjson"), JSON.stringify({ name: "d", attributes, metadata, label }))
    const words = ["import", at("outdated.ndjson"), "--dataset", "ada/street"]
    const advice = /outdated.ndjson.*label\/attributes\/annotations\/0\/shape .*\n/
    assert.match(await done(...words), advice)
    assert.match(await done(...words, "--replace-labels"), advice)
  })

  it("says what it created before a quota was used up, and goes on when that is raised", async () => {
    await done("user", "create", "hooli", "--organization")
    await done("quota", "set", "hooli", "--samples", "1500")
    const lines = Array.from({ length: 2500 }, (_, index) =>
      JSON.stringify({ name: `s${index}`, attributes: { image: { url: `https://a.example/${index}.png` } } }),
    )
    writeFileSync(at("many.ndjson"), lines.join("\n"))
    const words = ["import", at("many.ndjson"), "--dataset", "hooli/street"]
    assert.match(
      await refused(...words, "--create", "vector"),
      /quota of 1500 samples and uses 1000\..* 1000 samples were created before that and stay; importing again goes on behind them\./,
    )
    await done("quota", "set", "hooli", "--samples", "2500")
    assert.include(await done(...words), "1500 samples created, 1000 existing")
  })

  it("names a format that it cannot find", async () => {
    mkdirSync(at("strange"))
    writeFileSync(at("strange", "x.dat"), "x")
    assert.match(
      await refused("import", at("strange"), "--dataset", "ada/x", "--format", "auto"),
      /in no format that can be read; there are .*labelme/,
    )
    assert.match(
      await refused("import", at("strange"), "--dataset", "ada/x"),
      /strange holds 1 .dat files \(such as .*x.dat\). Nothing was imported; import reads release files/,
    )
    assert.match(
      await refused("import", at("strange"), "--dataset", "ada/x", "--format", "word"),
      /word: is not a known import format; known are/,
    )
  })
})
