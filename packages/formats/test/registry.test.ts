/** Archives that an engine reads: what is wrong with them names no file of the server. */
import { tmpdir } from "node:os"
import { assert, describe, it } from "vitest"
import { formatRegistry } from "../src/index.ts"

const reading = (bytes: Uint8Array) =>
  formatRegistry().read({
    signal: new AbortController().signal,
    format: undefined,
    baseUrl: undefined,
    archive: (async function* () {
      yield bytes
    })(),
    dataset: { name: "cars", description: "", taskType: "vector", taskAttributes: "{}", byTimestamps: false },
  })

describe("an archive with a fault", () => {
  it.each([
    ["of no kind", Buffer.from("no archive"), "the archive: is not a zip, tar or tar.gz file."],
    [
      "that is cut off",
      Buffer.from("PK\u0003\u0004 and no more"),
      "the archive: is not a complete zip file: ",
    ],
    [
      "that is no gzip",
      Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8]),
      "the archive: is not a complete tar file: ",
    ],
  ])("%s is refused with a sentence that names no path of the server", async (_, bytes, sentence) => {
    const error = await reading(bytes).then(
      () => assert.fail("Nothing was refused."),
      (cause: unknown) => (cause instanceof Error ? cause : assert.fail("It is no error.")),
    )
    assert.strictEqual(error.name, "FormatError")
    assert.isTrue(error.message.startsWith(sentence), error.message)
    assert.notInclude(error.message, tmpdir())
  })
})
