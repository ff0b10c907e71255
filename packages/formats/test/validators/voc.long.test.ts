/** Datumaro reads the boxes of VOC files where we put them. */
import { assert, describe, it } from "vitest"
import { voc } from "../../src/voc/voc.ts"
import { importedBy, total, withDatumaro } from "./datumaro.ts"
import { generated, inFolderAs } from "./generated.ts"

describe("Pascal VOC files", () => {
  it("are imported by Datumaro with every box", { timeout: 1_200_000 }, async (context) => {
    const python = await withDatumaro()
    if (python === null) return context.skip()
    for (const one of generated("image-vector", false, 3))
      await inFolderAs(voc, one, async (folder, files) => {
        const texts = [...files].filter(([path]) => path.endsWith(".xml"))
        const boxes = texts.reduce(
          (sum, [, content]) => sum + new TextDecoder().decode(content).split("<bndbox>").length - 1,
          0,
        )
        const found = await importedBy(python, folder, "voc_detection")
        assert.deepStrictEqual([found.items, total(found)], [texts.length, boxes])
      })
  })
})
