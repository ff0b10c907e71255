/** `checkLabel` runs where there is no Node: nothing that it loads comes from Node, and it works without `process`. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { createContext, runInContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { checkText, warningRuleNames } from "../../src/check.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { WarningRuleName } from "../../src/domain/Warning.ts"
import { checkLabel } from "../../src/warnings/checkLabel.ts"

const source = fileURLToPath(new URL("../../src/", import.meta.url))

/** Every module that a file loads, itself or by another; what is no file of ours stands as it is written. */
const loadedBy = (entry: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(file, "utf8")
    const statement = /^(?:import|export)\s(?:([^"';]*?)\sfrom\s)?["']([^"']+)["']/gm
    for (const [, clause = "", specifier = ""] of text.matchAll(statement)) {
      if (clause.startsWith("type ")) continue
      if (specifier.startsWith(".")) visit(join(dirname(file), specifier))
      else seen.add(specifier)
    }
  }
  visit(entry)
  return seen
}

const configuration = {
  categories: [{ id: 1, name: "car" }],
  warning_rules: [{ name: "intersecting-cuboids" as const }],
}
const cuboid = (id: number) => ({
  id,
  category_id: 1,
  type: "cuboid",
  position: { x: id / 2, y: 0, z: 0 },
  dimensions: { x: 2, y: 2, z: 2 },
  yaw: 0.5,
})
const label = { annotations: [cuboid(1), cuboid(2), { id: 3, category_id: 9 }] }

describe("checkLabel", () => {
  it("loads nothing but effect and our own pure files", () => {
    const loaded = [...loadedBy(join(source, "warnings/checkLabel.ts"))]
    assert.isAbove(loaded.length, 15)
    for (const file of loaded) {
      if (file === "effect") continue
      assert.match(file, /\/src\/(warnings|domain)\//)
      assert.notMatch(readFileSync(file, "utf8"), /getBuiltinModule/, file)
    }
  })

  it("is bundled for a browser from the package's entry point, and returns the same check result there", async () => {
    const { inputs, text } = await bundled(`export { checkLabel } from "@annotary/core"`)
    assert.deepStrictEqual(
      inputs.filter((input) => /^(node:|browser-external)/.test(input)),
      [],
    )
    const checkResult = runInContext(
      `${text}; JSON.stringify(annotary.checkLabel(label, configuration))`,
      browser({ label, configuration }),
    ) as string
    assert.deepStrictEqual(
      JSON.parse(checkResult),
      JSON.parse(JSON.stringify(checkLabel(label, configuration))),
    )
    assert.lengthOf(checkLabel(label, configuration).warnings, 2)
  })

  it("does what the README shows", async () => {
    const readme = readFileSync(join(source, "../README.md"), "utf8")
    const [, code = ""] = /```ts\n(import \{ checkLabel[\s\S]*?)```/.exec(readme) ?? []
    const { text } = await bundled(code)
    const told = runInContext(`${text}; JSON.stringify(annotary.warnings)`, browser({})) as string
    const [first, ...others] = JSON.parse(told) as ReadonlyArray<object>
    assert.deepInclude(first, {
      rule: "intersecting-cuboids",
      message: "Cuboids 1 and 2 intersect.",
      annotationIds: [1, 2],
    })
    assert.isEmpty(others)
  })
})

describe("the entry points for workers", () => {
  const question = {
    label: castToJsonText(JSON.stringify(label)),
    configuration: castToJsonText(JSON.stringify(configuration)),
    taskType: "pointcloud-cuboid" as const,
    maxWarnings: 100,
  }
  const entry = `export { applyDismissals, checkText, toWarningJson, tryCheckLabel } from "@annotary/core/check"`

  it("brings our own pure files alone, in at most 20 kB", async () => {
    const { inputs, text } = await bundled(entry, true)
    assert.isAbove(inputs.length, 20)
    for (const input of inputs) assert.match(input, /^(<stdin>|(.*\/)?(check|(warnings|domain)\/.*)\.ts)$/)
    const kilobytes = gzipSync(text).length / 1000
    assert.isAbove(kilobytes, 5)
    assert.isAtMost(kilobytes, 20)
  })

  it("gives the stored result of a label without Node, digests included", async () => {
    const { text } = await bundled(entry)
    const checked = runInContext(
      `${text}; JSON.stringify(annotary.checkText(question))`,
      browser({ question }),
    )
    const here = checkText(question)
    assert.deepStrictEqual(JSON.parse(checked as string), JSON.parse(JSON.stringify(here)))
    assert.isTrue(here._tag === "Checked" && here.result.warnings.length >= 2)
  })

  it("says without Node which limit a label exceeds, and whose warnings are dismissed", async () => {
    const { text } = await bundled(entry)
    const frames = Array.from({ length: 10_001 }, () => ({ annotations: [] }))
    const tooLarge = runInContext(
      `${text}; JSON.stringify(annotary.tryCheckLabel({ frames }, configuration))`,
      browser({ frames, configuration }),
    )
    assert.deepStrictEqual(JSON.parse(tooLarge as string), {
      _tag: "TooLarge",
      what: "frames",
      limit: 10_000,
    })
    const shown = runInContext(
      `${text};
      const { warnings: [first, ...others] } = annotary.checkText(question).result
      const dismissal = { warning: first.id, content: first.content, reason: "seen", by: "lena", at: "now" }
      JSON.stringify([
        annotary.applyDismissals([first, ...others], [dismissal]),
        annotary.applyDismissals([first], [{ ...dismissal, content: "of another label" }]),
      ].map((all) => all.map(({ dismissed }) => dismissed?.by ?? null)))`,
      browser({ question }),
    )
    const [[first, ...others], [ofOther]] = JSON.parse(shown as string)
    assert.strictEqual(first, "lena")
    assert.isAbove(others.length, 0)
    assert.isTrue([...others, ofOther].every((by) => by === null))
  })

  it("of agreement brings our own pure files alone, in at most 40 kB, and runs without Node", async () => {
    const { inputs, text } = await bundled(`export * from "@annotary/core/agreement"`, true)
    assert.isAbove(inputs.length, 8)
    for (const input of inputs)
      assert.match(input, /^(<stdin>|(.*\/)?(agreement|(agreement|warnings|domain)\/.*)\.ts)$/)
    assert.isAtMost(gzipSync(text).length / 1000, 40)
    const pairs = runInContext(
      `${text}; JSON.stringify(annotary.matchPairs(Float64Array.of(0.6, 0.9), 1, 2, 0.5))`,
      browser({}),
    )
    assert.strictEqual(pairs, `[{"a":0,"b":1}]`)
  })

  it("knows the rules that the schema knows", () => {
    assert.deepStrictEqual(WarningRuleName.literals, warningRuleNames)
  })
})

/** A module as a browser would be given it. */
const bundled = async (contents: string, minify = false) => {
  const vitest = createRequire(createRequire(import.meta.url).resolve("vitest/package.json"))
  const vite = createRequire(vitest.resolve("vite/package.json"))
  const esbuild: Esbuild = vite("esbuild")
  const { metafile, outputFiles } = await esbuild.build({
    stdin: { contents, loader: "ts", resolveDir: source },
    bundle: true,
    minify,
    conditions: ["annotary-source"],
    format: "iife",
    globalName: "annotary",
    platform: "browser",
    metafile: true,
    write: false,
    logLevel: "silent",
  })
  return { inputs: Object.keys(metafile.inputs), text: outputFiles[0]?.text ?? "" }
}

/** The little of esbuild that is used here: it comes with vitest and is no dependency of ours. */
interface Esbuild {
  readonly build: (options: object) => Promise<{
    readonly metafile: { readonly inputs: object }
    readonly outputFiles: ReadonlyArray<{ readonly text: string }>
  }>
}

/** What browsers have, and no `process`. */
const browser = (globals: object) =>
  createContext({ TextEncoder, TextDecoder, URL, URLSearchParams, setTimeout, performance, ...globals })
