/** The scripts of Cityscapes render our polygons to the ids of their labels. */
import { assert, describe, it } from "vitest"
import { cityscapes } from "../../src/cityscapes/cityscapes.ts"
import type { Made } from "../arbitraries.ts"
import { generated, inFolderAs } from "./generated.ts"
import { pythonWith } from "./python.ts"

const program = `
import contextlib, glob, io, json, sys
import numpy as np
from PIL import Image
with contextlib.redirect_stdout(io.StringIO()):
    from cityscapesscripts.preparation.json2labelImg import json2labelImg
    from cityscapesscripts.preparation.json2instanceImg import json2instanceImg
    from cityscapesscripts.helpers.labels import name2label
    found = []
    for path in sorted(glob.glob(sys.argv[1] + "/gtFine/*/*/*_gt*_polygons.json")):
        document = json.load(open(path))
        json2labelImg(path, path + ".labels.png", "ids")
        json2instanceImg(path, path + ".instances.png", "ids")
        labels = np.array(Image.open(path + ".labels.png"))
        instances = np.array(Image.open(path + ".instances.png"))
        assert labels.shape == (document["imgHeight"], document["imgWidth"])
        names = [o["label"] for o in document["objects"]]
        known = {name2label[n].id for n in names} | {0}
        assert set(np.unique(labels)) <= known, names
        last = name2label[names[-1]].id if names else 0
        found.append([len(names), last in np.unique(labels), int(instances.max())])
print(json.dumps(found))
`

/** With names that Cityscapes has. */
const withLabels = (one: Made): Made => ({
  ...one,
  dataset: {
    ...one.dataset,
    categories: one.dataset.categories.map((category, index) => ({
      ...category,
      name: ["car", "person", "road", "sky"][index] ?? "bus",
    })),
  },
})

describe("Cityscapes files", () => {
  it("are rendered by the scripts of Cityscapes", { timeout: 600_000 }, async (context) => {
    const python = await pythonWith(["cityscapesScripts==2.3.0", "pillow==11.3.0"])
    if (python === null) return context.skip()
    let objects = 0
    for (const one of generated("image-vector", false, 5))
      await inFolderAs(cityscapes, withLabels(one), async (folder) => {
        const found: ReadonlyArray<[number, boolean, number]> = JSON.parse(await python.run(program, folder))
        assert.lengthOf(found, one.scenes.length)
        for (const [count, isLastOnTop] of found) {
          objects += count
          assert.isTrue(isLastOnTop, "the last object lies above the others")
        }
      })
    assert.isAbove(objects, 10)
  })
})
