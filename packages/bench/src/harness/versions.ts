/** The versions that a figure was measured with. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

export interface Versions {
  readonly [name: string]: string
}

const require = createRequire(import.meta.url)

export const versionsOf = (packages: ReadonlyArray<string>): Versions =>
  Object.fromEntries([
    ["node", process.versions.node],
    ...["@annotary/core", "effect", ...packages].map((name) => [name, versionOf(name)]),
  ])

const versionOf = (name: string): string => {
  const { version } = JSON.parse(readFileSync(require.resolve(`${name}/package.json`), "utf8")) as {
    readonly version: string
  }
  return version
}
