/** The API reference: every entry point that a published package exports, contract suites aside. */
import { readdirSync, readFileSync } from "node:fs"

const packages = new URL("..", import.meta.url)
const read = (name) => JSON.parse(readFileSync(new URL(`${name}/package.json`, packages), "utf8"))

/** `../core/src/effect.ts` for `@annotary/core/effect`. */
const entryPointsOf = (name) =>
  Object.values(read(name).exports ?? {}).flatMap((target) => {
    const source = target?.["annotary-source"]
    return source === undefined ? [] : [`../${name}/${source.slice(2)}`]
  })

// The client for Python is no package of npm.
const published = readdirSync(packages).filter(
  (name) => name !== "python" && !read(name).private && name !== "storage-contract",
)

export default {
  name: "Annotary",
  readme: "README.md",
  entryPoints: published.flatMap(entryPointsOf),
  tsconfig: "tsconfig.json",
  out: "dist",
  excludeInternal: true,
  excludePrivate: true,
  // Types of dependencies have their own references.
  excludeExternals: true,
  githubPages: false,
  hideGenerator: true,
  sort: ["kind", "alphabetical"],
  validation: { notExported: false, invalidLink: true },
}
