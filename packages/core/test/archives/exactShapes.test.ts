/** Exact shapes in a release, an archive and a restored dataset: the text of the label is the same byte for byte. */
import { gunzipSync } from "node:zlib"
import { castToJsonText } from "@annotary/core/effect"
import { testEngine } from "@annotary/core/testing"
import { collectFiles, readRoot, toParts } from "@annotary/test-support/storage"
import { assert, describe, it } from "vitest"

/** Digits, order of keys, escapes and unknown keys as no serializer would write them. The digest is added by the server. */
const sent = castToJsonText(
  `{"annotations":[${[
    `{"shape":{"size":[20.0,1e1],"type":"rotated_box","angle":0.10,"center":[50,45]},"id":1,"category_id":1,"type":"polygon","points":[[40.0,4e1],[60,40],[60,50.00],[40,50]]}`,
    `{"id":2,"category_id":1,"type":"polygon","points":[[34,30],[30,32],[26,30.0]],"shape":{"type":"ellipse","center":[30,30],"radii":[4,2],"angle":-0.0}}`,
    `{"id":3,"category_id":1,"type":"point","points":[[5,6]],"shape":{"type":"skeleton","joints":[{"name":"n\\u00f6se","x":5.0,"y":6,"visibility":2},{"visibility":0,"name":"tail"}],"box":[[1,2],[8.50,9]]}}`,
    `{"id":4,"category_id":1,"type":"polygon","points":[[0,0],[9,0],[9,9]],"shape":{"type":"multipolygon","polygons":[[[[0,0],[9,0],[9,9]],[[6.10,2],[7,2],[7,3]]]],"mine":[1.00]}}`,
  ].join(",")}],"z":1.0}`,
)

const findRelease = async (
  test: Awaited<ReturnType<typeof testEngine>>,
  ref: Parameters<typeof test.engine.releases.get>[0],
) => {
  for (let tries = 0; tries < 100; tries++) {
    const release = await test.engine.releases.get(ref, "v1")
    if (release.status !== "PENDING") return release
    await test.clock.advance("5 seconds")
  }
  return assert.fail("The release does not end.")
}

describe("a label with exact shapes", () => {
  it("is the same text in a release, in an archive, and where it is restored", async () => {
    await using source = await testEngine()
    const { ref, samples } = await source.seed.dataset({ samples: 1 })
    const [id = assert.fail("There is no sample.")] = samples
    const { label } = await source.engine.labels.put(id, "ground-truth", { attributes: sent })
    const stored = label.attributes ?? ""
    assert.lengthOf(stored.match(/"sha256":"[0-9a-f]{64}"/g) ?? [], 4)
    assert.strictEqual(stored.replaceAll(/,"sha256":"[0-9a-f]{64}"/g, ""), sent)
    await source.engine.releases.create(ref, { name: "v1" })
    assert.strictEqual((await findRelease(source, ref)).status, "SUCCEEDED")

    const files = await collectFiles(source.engine.archives.read(ref))
    const [, bytes = new Uint8Array()] = files.find(([name]) => name.startsWith("files/releases/")) ?? []
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    assert.include(Buffer.from(isCompressed ? gunzipSync(bytes) : bytes).toString(), stored)

    await using target = await testEngine({ worker: false })
    const restored = await target.engine.archives.restore(toParts(files))
    assert.strictEqual(restored.content, readRoot(files))
    assert.strictEqual((await target.engine.labels.get(id, "ground-truth")).label.attributes, stored)
    const again = await collectFiles(target.engine.archives.read(ref))
    const [, same] = again.find(([name]) => name.startsWith("files/releases/")) ?? []
    assert.deepStrictEqual(same, bytes)
  })
})
