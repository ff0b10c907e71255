/** TrackEval evaluates our files against themselves, and Datumaro imports every box. */
import { assert, describe, it } from "vitest"
import { mot, mots, motsPng } from "../../src/mot/formats.ts"
import type { Made } from "../arbitraries.ts"
import { importedBy, total, withDatumaro } from "./datumaro.ts"
import { generated, inFolderAs } from "./generated.ts"
import { pythonWith } from "./python.ts"

/** Takes each sequence as the result of a tracker that is always right. Prints the accuracy and the numbers of objects. */
const program = `
import configparser, contextlib, io, json, os, sys
root, kind = sys.argv[1], sys.argv[2]
found = []
with contextlib.redirect_stdout(io.StringIO()):
    import trackeval
    for split in ("train", "val", "test", "default"):
        folder = os.path.join(root, split)
        if not os.path.isdir(folder):
            continue
        trackers = os.path.join(root, "trackers", split)
        os.makedirs(trackers + "/same/data")
        lengths = {}
        for sequence in sorted(os.listdir(folder)):
            info = configparser.ConfigParser()
            info.read(os.path.join(folder, sequence, "seqinfo.ini"))
            lengths[sequence] = int(info["Sequence"]["seqLength"])
            # A tracker of MOT has pedestrians alone.
            rows = [row for row in open(os.path.join(folder, sequence, "gt/gt.txt")) if kind == "mots" or row.split(",")[7] == "1"]
            open(trackers + "/same/data/" + sequence + ".txt", "w").writelines(rows)
        config = {"GT_FOLDER": folder, "TRACKERS_FOLDER": trackers, "SKIP_SPLIT_FOL": True, "SEQ_INFO": lengths,
                  "CLASSES_TO_EVAL": ["pedestrian"], "DO_PREPROC": True, "PRINT_CONFIG": False, "OUTPUT_FOLDER": root + "/out"}
        dataset = (trackeval.datasets.MotChallenge2DBox if kind == "mot" else trackeval.datasets.MOTSChallenge)(config)
        for sequence in lengths:
            raw = dataset.get_raw_seq_data("same", sequence)
            data = dataset.get_preprocessed_seq_data(raw, "pedestrian")
            result = trackeval.metrics.CLEAR({"PRINT_CONFIG": False}).eval_sequence(data)
            found.append({"mota": float(result["MOTA"]), "objects": int(data["num_gt_dets"]), "frames": int(raw["num_timesteps"])})
print(json.dumps(found))
`

interface Evaluated {
  readonly mota: number
  readonly objects: number
  readonly frames: number
}

/** With the categories of the evaluation: pedestrians are the first in MOT, the second in MOTS. */
const withNames = (one: Made, names: ReadonlyArray<string>): Made => ({
  ...one,
  dataset: {
    ...one.dataset,
    categories: one.dataset.categories.slice(0, names.length).map((category, index) => ({
      ...category,
      name: names[index] ?? "",
    })),
  },
})

const evaluated = async (
  format: typeof mot,
  names: ReadonlyArray<string>,
  kind: "image-vector" | "image-segmentation",
  least: number,
) => {
  const python = await pythonWith(["trackeval==1.3.0", "numpy==2.4.6", "pycocotools==2.0.11"])
  if (python === null) return false
  let objects = 0
  for (const made of generated(kind, true, 8)) {
    if (made.dataset.categories.length > names.length || made.dataset.categories.length < least) continue
    const one = withNames(made, names)
    await inFolderAs(format, one, async (folder) => {
      const found: ReadonlyArray<Evaluated> = JSON.parse(await python.run(program, folder, format.name))
      assert.deepStrictEqual(
        found.map(({ frames }) => frames).sort(),
        one.scenes.map(({ frames }) => frames.length).sort(),
      )
      for (const sequence of found) {
        objects += sequence.objects
        if (sequence.objects > 0) assert.strictEqual(sequence.mota, 1)
      }
    })
  }
  assert.isAbove(objects, 5)
  return true
}

describe("MOT files", () => {
  it("are evaluated by TrackEval", { timeout: 600_000 }, async (context) => {
    const names = ["pedestrian", "person on vehicle", "car", "bicycle"]
    if (!(await evaluated(mot, names, "image-vector", 1))) context.skip()
  })

  it("are imported by Datumaro with every box", { timeout: 600_000 }, async (context) => {
    const python = await withDatumaro()
    if (python === null) return context.skip()
    const [one] = generated("image-vector", true, 1)
    assert.isDefined(one)
    if (one === undefined) return
    // It reads one sequence.
    const first = { ...one, scenes: one.scenes.slice(0, 1).map((scene) => ({ ...scene, split: null })) }
    await inFolderAs(mot, first, async (folder, files) => {
      const path = [...files.keys()].find((own) => own.endsWith("gt/gt.txt")) ?? ""
      const rows = new TextDecoder().decode(files.get(path)).split("\n").length - 1
      const found = await importedBy(python, `${folder}/${path.replace("/gt/gt.txt", "")}`, "mot_seq")
      assert.strictEqual(total(found), rows)
    })
  })
})

describe("MOTS files", () => {
  it("are evaluated by TrackEval", { timeout: 600_000 }, async (context) => {
    if (!(await evaluated(mots, ["car", "pedestrian"], "image-segmentation", 2))) context.skip()
  })
})

describe("MOTS images", () => {
  it("are imported by Datumaro with every mask", { timeout: 600_000 }, async (context) => {
    const python = await withDatumaro()
    if (python === null) return context.skip()
    for (const one of generated("image-segmentation", true, 3))
      await inFolderAs(motsPng, one, async (folder) => {
        const frames = one.scenes.flatMap((scene) => scene.frames)
        const found = await importedBy(python, folder, "mots")
        assert.strictEqual(found.items, frames.length)
        assert.strictEqual(
          found.annotations.mask ?? 0,
          frames.reduce((sum, { annotations }) => sum + annotations.length, 0),
        )
      })
  })
})
