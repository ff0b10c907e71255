/** What a release consists of agrees: versions, the changelog, the chart, and the workflow that publishes. */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { parse } from "yaml"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const page = (path: string): string => readFileSync(root + path, "utf8")

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly description?: string
  readonly license?: string
  readonly files?: ReadonlyArray<string>
  readonly publishConfig?: unknown
  readonly scripts?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest => JSON.parse(page(`${folder}package.json`))
/** Those of npm: the client for Python has its own version and changelog. */
const manifests = readdirSync(`${root}packages`)
  .filter((name) => name !== "python")
  .map((name) => manifestIn(`packages/${name}/`))
const { scripts, version } = manifestIn("")

describe("a release", () => {
  it("gives all packages one version, and the chart, too", () => {
    assert.match(version, /^\d+\.\d+\.\d+$/)
    assert.deepStrictEqual(
      manifests.filter((manifest) => manifest.version !== version).map(({ name }) => name),
      [],
    )
    assert.strictEqual(parse(page("packages/server/deploy/helm/annotary/Chart.yaml")).appVersion, version)
  })

  it("has an entry in the changelog, the newest one first", () => {
    const [, newest] = /^## (\S+)$/m.exec(page("CHANGELOG.md")) ?? []
    assert.strictEqual(newest, version)
  })

  it("publishes every package that is not private, with its license and its provenance", () => {
    const published = manifests.filter((manifest) => manifest.private !== true)
    assert.isAbove(published.length, 10)
    for (const { description, files, license, name, publishConfig } of published) {
      assert.deepStrictEqual(publishConfig, { access: "public", provenance: true }, name)
      assert.strictEqual(license, "Apache-2.0", name)
      assert.isNotEmpty(description, name)
      assert.isNotEmpty(files, name)
    }
  })

  it("is packed by one command, without the private packages", () => {
    const [, left = ""] = /!\.\/packages\/\{([^}]*)\}/.exec(scripts?.tarballs ?? "") ?? []
    assert.sameMembers(
      left.split(","),
      manifests
        .filter((manifest) => manifest.private === true)
        .map(({ name }) => name.replace("@annotary/", "")),
    )
  })

  it("is published by a workflow whose identity npm can check, and by nobody's token", () => {
    const workflow = parse(page(".github/workflows/publish.yml"))
    assert.deepStrictEqual(workflow.on, { push: { tags: ["v*"] } })
    assert.deepStrictEqual(workflow.permissions, { contents: "read" })
    assert.strictEqual(workflow.jobs.publish.permissions["id-token"], "write")
    assert.match(page(".github/workflows/publish.yml"), /npm publish --access public --provenance/)
    assert.notMatch(page(".github/workflows/publish.yml"), /TOKEN|secrets\./)
  })

  it("names the workflow's repository in its packages, which provenance is compared with", async () => {
    const { findRepository } = await import(`${root}.pnpmfile.mjs`)
    const workflow = { GITHUB_REPOSITORY: "acme/labels", GITHUB_SERVER_URL: "https://github.com" }
    assert.deepStrictEqual(findRepository("@annotary/core", workflow), {
      repository: { type: "git", url: "git+https://github.com/acme/labels.git", directory: "packages/core" },
    })
    assert.deepStrictEqual(findRepository("annotary", {}), {})
  })
})
