/** The version of this package, read where it is written. */
import { readFileSync } from "node:fs"

export const version = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "0.0.0"
}
