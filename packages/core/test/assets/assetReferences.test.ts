/** References to assets are found in lines, and in files wherever their parts end. */
import { AssetId } from "@annotary/core/effect"
import { assert, describe, it } from "vitest"
import { makeAssetReferences } from "../../src/assets/assetReferences.ts"

const id = "01900000-0000-7000-8000-000000000000"
const token = "0123456789abcdef0123456789abcdef"

describe("assetReferences", () => {
  it("finds a reference in a file wherever its parts end, and once", () => {
    for (const slash of ["/", "\\/"]) {
      const text = `ä {"url":"https://a.example/assets${slash}${id}${slash}${token}.png"} ü`
      const bytes = new TextEncoder().encode(text)
      for (let size = 1; size <= bytes.length; size++) {
        const references = makeAssetReferences()
        const scan = references.scanFile()
        for (let at = 0; at < bytes.length; at += size) scan(bytes.subarray(at, at + size))
        assert.deepStrictEqual(references.all(), [{ id: AssetId.make(id), token }], `parts of ${size}`)
      }
    }
  })

  it("does not join the end of a file and the start of the next one", () => {
    const references = makeAssetReferences()
    for (const part of [`/assets/${id}/`, `${token}.png`])
      references.scanFile()(new TextEncoder().encode(part))
    assert.deepStrictEqual(references.all(), [])
  })
})
