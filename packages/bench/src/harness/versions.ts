/** The versions that a figure was measured with. */
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

export interface Versions {
  readonly [name: string]: string
}

const require = createRequire(import.meta.url)

export const readVersions = (packages: ReadonlyArray<string>): Versions =>
  Object.fromEntries([
    ["node", process.versions.node],
    ...["@annotary/core", "effect", ...packages].map((name) => [name, readVersion(name)]),
  ])

/** Read from the installation: not every package lets its package.json be resolved. */
const readVersion = (name: string): string => {
  for (const folder of require.resolve.paths(name) ?? []) {
    const path = join(folder, name, "package.json")
    if (existsSync(path)) return parseVersion(readFileSync(path, "utf8"))
  }
  throw new Error(`${name} is not installed.`)
}

const parseVersion = (manifest: string): string => {
  const { version }: { readonly version: string } = JSON.parse(manifest)
  return version
}
