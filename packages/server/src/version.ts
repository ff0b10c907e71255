/** The version of this package and the commit that it was built from. */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

export const getVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(getManifestPath(), "utf8"))
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "0.0.0"
}

/** For people: `0.1.0 (commit 5977c50…)`. */
export const formatVersion = (): string => {
  const commit = findCommit()
  return commit === undefined ? getVersion() : `${getVersion()} (commit ${commit})`
}

/** Found by the package's name, from the sources, the built modules and the bundle alike. */
const getManifestPath = (): string => createRequire(import.meta.url).resolve("@annotary/server/package.json")

/** From git in a checkout; from the packed file in an installed package. */
const findCommit = (): string | undefined => {
  const folder = dirname(getManifestPath())
  try {
    return existsSync(join(folder, "../../.git"))
      ? execFileSync("git", ["rev-parse", "HEAD"], {
          cwd: folder,
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        }).trim()
      : readFileSync(join(folder, "dist/commit"), "utf8").trim()
  } catch {
    return undefined
  }
}
