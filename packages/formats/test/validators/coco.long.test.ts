/** COCO's evaluation and Datumaro read what we write. */
import { assert, describe, it } from "vitest"
import { carry } from "../../src/carry/carry.ts"
import { Losses } from "../../src/carry/Losses.ts"
import { coco } from "../../src/coco/coco.ts"
import { cocoPanoptic } from "../../src/coco-panoptic/panoptic.ts"
import type { Format } from "../../src/Format.ts"
import type { Made } from "../arbitraries.ts"
import { collected, each } from "../roundTrip.ts"
import { importedBy, total, withDatumaro } from "./datumaro.ts"
import { generated, inFolderAs } from "./generated.ts"
import { pythonWith } from "./python.ts"

/** Evaluates each file against itself and prints, for each file, the precision of boxes and masks and the pixels of each mask. */
const evaluation = `
import contextlib, copy, glob, io, json, sys
import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
found = {}
for path in sorted(glob.glob(sys.argv[1] + "/annotations/*.json")):
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO(path)
        results = []
        for annotation in truth.dataset["annotations"]:
            mask = truth.annToRLE(annotation) if annotation["segmentation"] else []
            results.append({**copy.deepcopy(annotation), "segmentation": mask, "score": 1.0})
        stats = {}
        for kind in sys.argv[2].split(","):
            chosen = [r for r in results if (kind == "bbox" and r["bbox"][2] * r["bbox"][3] > 0) or (kind == "keypoints" and "keypoints" in r) or (kind == "segm" and r["segmentation"])]
            if kind != "bbox":
                chosen = [{k: v for k, v in r.items() if k != "bbox" and (k != "segmentation" or kind == "segm")} for r in chosen]
            if not chosen:
                continue
            ids = [r["id"] for r in chosen]
            chosen = [dict(r) for r in chosen]
            part = COCO()
            part.dataset = {**truth.dataset, "annotations": [a for a in truth.dataset["annotations"] if a["id"] in ids]}
            part.createIndex()
            for category in truth.getCatIds() if kind == "keypoints" else [None]:
                own = [r for r in chosen if category is None or r["category_id"] == category]
                if not own:
                    continue
                evaluator = COCOeval(part, part.loadRes(own), kind)
                if category is not None:
                    count = len(truth.cats[category]["keypoints"])
                    evaluator.params.catIds = [category]
                    evaluator.params.kpt_oks_sigmas = np.full(count, 0.05)
                evaluator.evaluate(); evaluator.accumulate(); evaluator.summarize()
                stats[kind] = min(stats.get(kind, 1.0), float(evaluator.stats[0]))
        pixels = {a["id"]: int(truth.annToMask(a).sum()) for a in truth.dataset["annotations"] if a["segmentation"]}
    areas = {a["id"]: a["area"] for a in truth.dataset["annotations"]}
    found[path] = {"stats": stats, "pixels": pixels, "areas": areas}
print(json.dumps(found))
`

interface Evaluated {
  readonly stats: Readonly<Record<string, number>>
  readonly pixels: Readonly<Record<string, number>>
  readonly areas: Readonly<Record<string, number>>
}

const carriedScenes = ({ abilities }: Format, { dataset, scenes }: Made) =>
  collected(carry(dataset, each(scenes), abilities, new Losses()).scenes)

describe("COCO files", () => {
  for (const [kind, kinds] of [
    ["image-vector", "bbox,segm,keypoints"],
    ["image-segmentation", "bbox,segm"],
  ] as const)
    it(`are evaluated by pycocotools: ${kind}`, { timeout: 600_000 }, async (context) => {
      const python = await pythonWith(["pycocotools==2.0.11", "numpy==2.4.6"])
      if (python === null) return context.skip()
      for (const one of generated(kind, false, 6))
        await inFolderAs(coco, one, async (folder) => {
          const found: Record<string, Evaluated> = JSON.parse(await python.run(evaluation, folder, kinds))
          assert.isNotEmpty(Object.keys(found))
          for (const { areas, pixels, stats } of Object.values(found)) {
            assert.isNotEmpty(Object.keys(stats))
            // −1: no annotation is of a size that counts.
            for (const [name, precision] of Object.entries(stats))
              assert.isTrue(precision === -1 || precision > 0.999, `${name} ${precision}`)
            if (kind === "image-segmentation")
              for (const [id, count] of Object.entries(pixels)) assert.strictEqual(count, areas[id])
          }
        })
    })

  for (const [format, kind, name] of [
    [coco, "image-vector", "coco"],
    [coco, "image-segmentation", "coco"],
    [cocoPanoptic, "image-segmentation", "coco_panoptic"],
  ] as const)
    it(`are imported by Datumaro with every annotation: ${name}, ${kind}`, {
      timeout: 1_200_000,
    }, async (context) => {
      const python = await withDatumaro()
      if (python === null) return context.skip()
      for (const one of generated(kind, false, 2)) {
        const scenes = await carriedScenes(format, one)
        const wanted = scenes.flatMap(({ frames }) => frames.flatMap(({ annotations }) => annotations))
        // It reads a shape of keypoints as keypoints alone, or with its box.
        const points = wanted.filter(({ type }) => type === "point").length
        const found = await inFolderAs(format, one, (folder) => importedBy(python, folder, name))
        assert.strictEqual(found.items, scenes.length)
        assert.isAtLeast(total(found), wanted.length - points, JSON.stringify(found))
      }
    })
})
