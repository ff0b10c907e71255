/** The version of this package and the commit that it was built from. */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export const version = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "0.0.0"
}

/** For people: `0.0.0 (commit 5977c50…)`. */
export const versionText = (): string => {
  const commit = commitOf()
  return commit === undefined ? version() : `${version()} (commit ${commit})`
}

/** From git in a checkout; from the packed file in an installed package. */
const commitOf = (): string | undefined => {
  try {
    return existsSync(checkout)
      ? execFileSync("git", ["rev-parse", "HEAD"], {
          cwd: fileURLToPath(new URL(".", import.meta.url)),
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        }).trim()
      : readFileSync(packed, "utf8").trim()
  } catch {
    return undefined
  }
}

const checkout = new URL("../../../.git", import.meta.url)
const packed = new URL("../dist/commit", import.meta.url)
