/** Applications outside of the workspace that use the packages as they are built. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const packages = fileURLToPath(new URL("../..", import.meta.url))

/** The first folder of that name above a module, as Node resolves packages. */
const findPackage = (from: string, name: string): string | undefined => {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name)
    if (existsSync(candidate)) return candidate
  }
  return undefined
}

/**
 * Copies built packages into the `node_modules` of a folder, with links to what they depend on. A link to a package itself would resolve
 * optional dependencies, such as the driver of SQLite, from the workspace.
 */
export const copyPackages = (folder: string, names: ReadonlyArray<string>): void => {
  for (const name of names) {
    const from = join(packages, name)
    const to = join(folder, "node_modules/@annotary", name)
    mkdirSync(to, { recursive: true })
    for (const part of ["dist", "package.json"]) cpSync(join(from, part), join(to, part), { recursive: true })
    const { dependencies = {} } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"))
    for (const dependency of Object.keys(dependencies)) {
      const target = join(folder, "node_modules", dependency)
      const source = findPackage(from, dependency)
      if (source === undefined || existsSync(target)) continue
      mkdirSync(dirname(target), { recursive: true })
      symlinkSync(source, target)
    }
  }
}
