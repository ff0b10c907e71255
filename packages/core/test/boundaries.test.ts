import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { check, type EntryPoints, importsOf, type SourceFile } from "./boundaries/check.ts"
import { circlesIn } from "./boundaries/circles.ts"
import { coreFolders } from "./boundaries/table.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const children = (folder: string): ReadonlyArray<string> =>
  existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : []

/** `generated.ts`: a program writes it, and it imports nothing. */
const skipped = new Set(["node_modules", "dist", ".next", "generated.ts"])

/** Never enters `node_modules`: its links lead back to the packages. */
const filesUnder = (folder: string): ReadonlyArray<SourceFile> =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
        const path = `${folder}/${entry.name}`
        if (skipped.has(entry.name)) return []
        if (entry.isDirectory()) return filesUnder(path)
        return /\.[cm]?tsx?$/.test(entry.name) ? [{ path, text: readFileSync(join(root, path), "utf8") }] : []
      })
    : []

const entryPointsOf = (folder: string): ReadonlyArray<string> => {
  if (!existsSync(join(root, folder, "package.json"))) return []
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
  return Object.entries(manifest.exports ?? {})
    .filter(([, target]) => target !== null)
    .map(([entry]) => (entry === "." ? manifest.name : `${manifest.name}${entry.slice(1)}`))
}

const packages = children("packages")
const entryPoints: EntryPoints = new Set([...packages, ...children("examples")].flatMap(entryPointsOf))
const sources = [
  ...packages.flatMap((folder) => filesUnder(`${folder}/src`)),
  ...children("examples").flatMap(filesUnder),
]

describe("the import table", () => {
  it("is kept by every source file", () => {
    assert.deepStrictEqual(
      sources.flatMap((file) => check(file, entryPoints)),
      [],
    )
  })

  it("sees the source files", () => {
    assert.isAbove(sources.length, packages.length)
  })
})

describe("core", () => {
  it("has the folders of the ordered list and no others", () => {
    const folders = new Set(
      filesUnder("packages/core/src").map(({ path }) => path.split("/").slice(3, -1)[0] ?? ""),
    )
    assert.sameMembers([...folders], [...coreFolders, ""])
  })
})

describe("a package", () => {
  it.each(packages)("%s has no import circle, imports of types included", (folder) => {
    assert.deepStrictEqual(circlesIn(filesUnder(`${folder}/src`)), [])
  })

  it("is found to have a circle, be it of types or of three files", () => {
    const file = (path: string, text: string) => ({ path, text })
    const files = [
      file("p/src/a.ts", `import { b } from "./b.ts"`),
      file("p/src/b.ts", `export * from "./c/c.ts"`),
      file("p/src/c/c.ts", `import type { A } from "../a.ts"`),
      file("p/src/d.ts", `import { a } from "./a.ts"`),
      file("p/src/e.ts", `type F = import("./f.ts").F`),
      file("p/src/f.ts", `import type { E } from "./e.ts"`),
    ]
    assert.sameDeepMembers(
      circlesIn(files).map((circle) => [...circle]),
      [
        ["p/src/a.ts", "p/src/b.ts", "p/src/c/c.ts"],
        ["p/src/e.ts", "p/src/f.ts"],
      ],
    )
  })
})

describe("storage-sql", () => {
  it("contains no database's name", () => {
    const naming = filesUnder("packages/storage-sql/src").filter(({ path, text }) =>
      /postgres|sqlite/i.test(`${path} ${text}`),
    )
    assert.deepStrictEqual(
      naming.map(({ path }) => path),
      [],
    )
  })
})

describe("the check", () => {
  const wrong: ReadonlyArray<readonly [path: string, text: string, sentence: RegExp]> = [
    ["packages/core/src/domain/A.ts", `import { B } from "../queue/B.ts"`, /core\/domain may not/],
    ["packages/core/src/queue/Queue.ts", `import * as P from "@effect/platform"`, /may not import/],
    ["packages/core/src/queue/Queue.ts", `import type { S } from "@effect/sql/SqlClient"`, /may not import/],
    ["packages/core/src/queue/Queue.ts", `import fs from "node:fs"`, /may not import/],
    ["packages/core/src/queue/Queue.ts", `export { E } from "../engine/Engine.ts"`, /may not import/],
    ["packages/core/src/labels/Labels.ts", `import { Q } from "../queue/Queue.ts"`, /core\/labels may not/],
    ["packages/core/src/labels/a/b.ts", `import type { Q } from "../../queue/Queue.ts"`, /labels may not/],
    ["packages/core/src/attic/a.ts", `import { A } from "effect"`, /no module/],
    ["packages/core/src/placement/transitions.ts", `import { P } from "./Placement.ts"`, /may not import/],
    ["packages/core/src/warnings/geometry/sat.ts", `import { Array } from "effect"`, /may not import/],
    ["packages/core/src/engine/Engine.ts", `const m = import("../memory/State.ts")`, /may not import/],
    ["packages/storage-sql/src/stores/A.ts", `import { S } from "@effect/sql-sqlite-node"`, /may not import/],
    ["packages/storage-sql/src/stores/A.ts", `import D from "better-sqlite3"`, /may not import/],
    [
      "packages/storage-sql/src/stores/A.ts",
      `import { A } from "@annotary/core/domain"`,
      /public entry point/,
    ],
    ["packages/storage-sql/src/stores/A.ts", `import { A } from "../../../core/src/index.ts"`, /exports/],
    ["packages/http/src/api/Api.ts", `import { Buffer } from "node:buffer"`, /http\/api may not/],
    ["packages/http/src/api/Api.ts", `import { web } from "../web.ts"`, /http\/api may not/],
    ["packages/http/src/web.ts", `const port = process.env.PORT`, /reads the environment/],
    ["packages/http/src/web.ts", `console.log(1)`, /speaks to the console/],
    ["packages/http/src/web.ts", `const home = "/work/main"`, /somebody's machine/],
    ["packages/http/src/web.ts", "\n".repeat(401), /401 lines/],
    ["packages/bench/src/a.ts", `import { A } from "../../core/src/index.ts"`, /exports/],
    ["packages/console/src/main.tsx", `import { A } from "@annotary/core"`, /an API client/],
    ["packages/console/src/main.tsx", `import fs from "node:fs"`, /runs in a browser/],
    [
      "packages/server/src/databases/a.ts",
      `import { E } from "../engine/engineLayer.ts"`,
      /no database knows it/,
    ],
    ["examples/express/main.ts", `import { A } from "@annotary/core/internal/a"`, /public entry point/],
    ["packages/attic/src/a.ts", `import { A } from "effect"`, /no module/],
  ]

  it.each(wrong)("objects to %s: %s", (path, text, sentence) => {
    const sentences = check({ path, text }, entryPoints)
    assert.strictEqual(sentences.length, 1, sentences.join("\n"))
    assert.match(sentences[0] ?? "", sentence)
  })

  const right: ReadonlyArray<readonly [path: string, text: string]> = [
    ["packages/core/src/placement/Placement.ts", `import { ClaimStore } from "./ClaimStore.ts"`],
    ["packages/core/src/queue/Queue.ts", `import { Labels } from "../labels/Labels.ts"`],
    ["packages/core/src/queue/Queue.ts", `import { Transaction } from "../storage/Transaction.ts"`],
    ["packages/core/src/memory/Claims.ts", `import { ClaimStore } from "../placement/ClaimStore.ts"`],
    ["packages/core/src/index.ts", `/** \`import { createEngine } from "node:fs"\` */\nexport {}`],
    ["packages/storage-sql/src/stores/A.ts", `import { A } from "@annotary/core/effect"`],
    ["packages/server/src/main.ts", `const port = process.env.PORT; console.log(port)`],
  ]

  it.each(right)("lets %s be: %s", (path, text) => {
    assert.deepStrictEqual(check({ path, text }, entryPoints), [])
  })

  it("finds imports over several lines, side effects, types and re-exports", () => {
    const text = `import {\n  a,\n  b\n} from "one"\nimport "two"\nexport * from "three"\ntype X = import("four").X\nimport type y from 'five' // from "no"`
    assert.sameMembers([...importsOf(text)], ["one", "two", "three", "four", "five"])
  })
})
