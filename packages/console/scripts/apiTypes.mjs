/**
 * Writes the types of the API, `src/api/generated.ts`, from the OpenAPI document of `@annotary/http`. They are not committed: an
 * installation of the workspace writes them, and so does each build. Leaves a file alone that was made of the same document.
 */
import { createHash } from "node:crypto"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"

const document = new URL("../../http/test/openapi.json", import.meta.url)
const target = new URL("../src/api/generated.ts", import.meta.url)

const digest = createHash("sha256").update(readFileSync(document)).digest("hex")
const mark = `/** Made of the document with the SHA-256 ${digest}. */\n`

if (!existsSync(target) || !readFileSync(target, "utf8").startsWith(mark)) {
  // Loaded on need: it takes most of a second.
  const { astToString, COMMENT_HEADER, default: openapi } = await import("openapi-typescript")
  const text = astToString(await openapi(document, { alphabetize: true }))
  // Two builds may run at once.
  const temporary = new URL(`generated.ts.${process.pid}`, target)
  writeFileSync(temporary, `${mark}${COMMENT_HEADER}${text}`)
  renameSync(temporary, target)
}
