/**
 * Writes the types of the API, `src/api/generated.ts`, from the OpenAPI document of `@annotary/http`. With `--check` it compares
 * them with the file instead and fails when they differ.
 */
import { readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import openapi, { astToString, COMMENT_HEADER } from "openapi-typescript"

const document = new URL("../../http/test/openapi.json", import.meta.url)
const target = new URL("../src/api/generated.ts", import.meta.url)

const text = `${COMMENT_HEADER}${astToString(await openapi(document, { alphabetize: true }))}`

if (process.argv.includes("--check")) {
  if ((await readFile(target, "utf8")) !== text) {
    console.error(`${fileURLToPath(target)} is out of date: pnpm --filter @annotary/console generate`)
    process.exitCode = 1
  }
} else {
  await writeFile(target, text)
}
