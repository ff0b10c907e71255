/**
 * Names and comments of every package, counted against `language/grammar/limits.json`: numbers may only fall.
 * `ANNOTARY_UPDATE_GRAMMAR=1` writes numbers that fell; it writes none that rose.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { parseNames } from "./language/grammar/parseNames.ts"
import { type Finding, findBreaches, type GrammarCounts } from "./language/grammar/rules.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const limitsFile = fileURLToPath(new URL("language/grammar/limits.json", import.meta.url))
const rules = [
  "withoutVerb",
  "endInOf",
  "participles",
  "vagueConstants",
  "questionComments",
  "restatingComments",
] as const satisfies ReadonlyArray<Finding["rule"]>
const limits: Record<string, GrammarCounts> = JSON.parse(readFileSync(limitsFile, "utf8"))

interface PlacedFinding extends Finding {
  readonly path: string
}

const countPackage = (name: string): { counts: GrammarCounts; findings: ReadonlyArray<PlacedFinding> } => {
  const folder = `packages/${name}/src`
  let functions = 0
  const findings = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .flatMap((path) => {
      const names = parseNames(path, readFileSync(join(root, folder, path), "utf8"))
      functions += names.functions.length
      return findBreaches(names).map((finding) => ({ ...finding, path: `${folder}/${path}` }))
    })
  const count = (rule: Finding["rule"]) => findings.filter((finding) => finding.rule === rule).length
  return {
    counts: {
      functions,
      withoutVerb: count("withoutVerb"),
      endInOf: count("endInOf"),
      participles: count("participles"),
      vagueConstants: count("vagueConstants"),
      questionComments: count("questionComments"),
      restatingComments: count("restatingComments"),
    },
    findings,
  }
}

const packages = readdirSync(join(root, "packages")).filter((name) =>
  ["src", "package.json"].every((entry) => existsSync(join(root, "packages", name, entry))),
)

describe("the grammar of names and comments", () => {
  for (const name of packages) {
    it(`gets no worse in ${name}`, () => {
      const { counts, findings } = countPackage(name)
      const limit = limits[name]
      assert.isDefined(limit, `limits.json has no line for ${name}: write one with its first numbers`)
      for (const rule of rules) {
        const places = findings
          .filter((finding) => finding.rule === rule)
          .map(({ line, name, path }) => `${path}:${line} ${name}`)
        assert.isAtMost(counts[rule], limit[rule], `${rule} of ${name}:\n${places.join("\n")}`)
      }
      if (process.env.ANNOTARY_UPDATE_GRAMMAR !== undefined) {
        limits[name] = counts
        writeFileSync(limitsFile, `${JSON.stringify(limits, null, 2)}\n`)
      }
    })
  }

  it("finds what it counts", () => {
    const source = [
      "/** What an area is. */",
      "export const areaOf = (a: number) => a",
      "export function painted() {}",
      "/** The id of a dataset. */",
      "export const datasetId = 1",
      "export const computeSize = Effect.fn('x')(function* () { const found = 1 })",
      "class A { advance() {} #kept() {} }",
      "/** Refuses sizes above the limit. */",
      "const Component = () => null",
    ].join("\n")
    const breaches = findBreaches(parseNames("a.ts", source)).map(({ name, rule }) => `${rule} ${name}`)
    assert.deepStrictEqual(breaches, [
      "withoutVerb areaOf",
      "withoutVerb painted",
      "withoutVerb kept",
      "endInOf areaOf",
      "participles painted",
      "participles kept",
      "vagueConstants found",
      "questionComments What an area is.",
      "restatingComments The id of a dataset.",
    ])
  })
})
