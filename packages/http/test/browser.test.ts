/** What a browser gets of the contract: the bundle is made as an application's would be. */

import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { assert, describe, it } from "vitest"

const bundle = async (entry: string) => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL("../src", import.meta.url)), loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
    conditions: ["annotary-source"],
    // Told instead of failed, so that all of them are seen.
    external: ["node:*"],
    logLevel: "silent",
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  return { metafile, code, kilobytes: Math.round(gzipSync(code).length / 1024) }
}

const contract = 'import * as api from "./api/index.ts"; globalThis.api = api'

const withClient = `${contract}
import { createClient } from "./client/index.ts"; globalThis.createClient = createClient`

const bundles = [
  ["the contract", contract, 238],
  ["the contract with the client", withClient, 287],
] as const

describe.each(bundles)("%s in a browser", (_name, entry, limit) => {
  it("brings nothing of Node, and nothing of the server", async () => {
    const { metafile } = await bundle(entry)
    const outside = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
    assert.deepStrictEqual(outside, [])
    const inside = Object.keys(metafile.inputs).filter((path) =>
      /http\/src\/(handlers|transport|hosts)\/|platform-node|better-sqlite3|\/pg\//.test(path),
    )
    assert.deepStrictEqual(inside, [])
  })

  it("stays small", async () => {
    assert.isBelow((await bundle(entry)).kilobytes, limit)
  })
})

describe("the verifier for receivers in a browser", () => {
  it("is a few kilobytes, and brings nothing of Node, Effect or the server", async () => {
    const { kilobytes, metafile } = await bundle(
      'import * as verify from "@annotary/webhooks/verify"; globalThis.verify = verify',
    )
    const outside = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
    assert.deepStrictEqual(outside, [])
    const inside = Object.keys(metafile.inputs).filter((path) => !/webhooks\/src\/verify|<stdin>/.test(path))
    assert.deepStrictEqual(inside, [])
    assert.isAtMost(kilobytes, 4)
  })
})
