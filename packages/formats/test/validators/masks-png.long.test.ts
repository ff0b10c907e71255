/** Pillow and numpy read the values of masks as we mean them. */
import { assert, describe, it } from "vitest"
import { masks } from "../../src/masks-png/masks.ts"
import { generated, inFolderAs } from "./generated.ts"
import { pythonWith } from "./python.ts"

/** Prints the type and the pixels of each value of each mask. */
const program = `
import glob, json, sys
import numpy as np
from PIL import Image
found = []
for path in sorted(glob.glob(sys.argv[1] + "/semantic/**/*.png", recursive=True)):
    semantic = np.array(Image.open(path))
    instances = np.array(Image.open(path.replace("/semantic/", "/instances/")))
    assert semantic.dtype == np.uint8 and semantic.ndim == 2, semantic.dtype
    assert instances.dtype in (np.uint16, np.int32), instances.dtype
    pairs = np.unique(np.stack([instances.ravel(), semantic.ravel()]), axis=1, return_counts=True)
    found.append([[int(i), int(c), int(n)] for (i, c), n in zip(pairs[0].T, pairs[1]) if i or c])
print(json.dumps(found))
`

describe("PNG masks", () => {
  it("have the same values for Pillow", { timeout: 300_000 }, async (context) => {
    const python = await pythonWith(["numpy==2.4.6", "pillow==12.1.1"])
    if (python === null) return context.skip()
    for (const one of generated("image-segmentation", false, 3)) {
      const numbers = new Map(one.dataset.categories.map(({ id }, index) => [id, index + 1]))
      const wanted = one.scenes
        .map(({ frames, split }) => ({
          split,
          rows: frames.flatMap(({ annotations }) =>
            annotations.map(({ categoryId, id }) => [id, numbers.get(categoryId), 30 * 70]),
          ),
        }))
        .map(({ rows }) => JSON.stringify(rows))
      await inFolderAs(masks, one, async (folder) => {
        const found: ReadonlyArray<unknown> = JSON.parse(await python.run(program, folder))
        assert.sameMembers(
          found.map((rows) => JSON.stringify(rows)),
          wanted,
        )
      })
    }
  })
})
