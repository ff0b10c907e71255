/** COCOeval, the devkit of nuScenes and kalphacv compute the same figures. */
import { assert, describe, it } from "vitest"
import {
  compareLabels,
  computeBoxArea,
  computeBoxIntersection,
  computeCocoPrecision,
  computeNuscenesPrecision,
} from "../../../src/agreement.ts"
import { makeList, makeNormal, makeRandom } from "../random.ts"
import { compute, findLargestDifference, reportDifference } from "./programs.ts"

const cocoFigures = `
import contextlib, io
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
found = []
for images, truths, detections in data:
    with contextlib.redirect_stdout(io.StringIO()):
        shared = {"images": [{"id": i + 1} for i in range(images)], "categories": [{"id": c} for c in (1, 2, 3)]}
        both = []
        for boxes in (truths, detections):
            coco = COCO()
            rows = [{"id": i + 1, "image_id": image + 1, "category_id": c, "bbox": [l, t, r - l, b - t], "area": (r - l) * (b - t), "iscrowd": crowd, "score": score}
                    for i, (image, c, l, t, r, b, score, crowd) in enumerate(boxes)]
            coco.dataset = {**shared, "annotations": rows}
            coco.createIndex()
            both.append(coco)
        evaluator = COCOeval(*both, "bbox")
        evaluator.evaluate(); evaluator.accumulate(); evaluator.summarize()
    found.append([float(value) for value in evaluator.stats])
print(json.dumps(found))
`

/** The devkit loads a library of pictures that is not needed here. */
const nuscenesFigures = `
import os, types
root = next(p for p in sys.path if os.path.isdir(os.path.join(p, "nuscenes")))
for name in ("nuscenes", "nuscenes.eval", "nuscenes.utils"):
    module = types.ModuleType(name)
    module.__path__ = [os.path.join(root, *name.split("."))]
    sys.modules[name] = module
sys.modules["nuscenes.utils.data_classes"] = types.ModuleType("nuscenes.utils.data_classes")
sys.modules["nuscenes.utils.data_classes"].Box = object
from nuscenes.eval.common.data_classes import EvalBoxes
from nuscenes.eval.common.utils import center_distance
from nuscenes.eval.detection.algo import accumulate, calc_ap
from nuscenes.eval.detection.data_classes import DetectionBox
names = ["car", "truck", "bus"]
def collect(rows, scenes):
    boxes = EvalBoxes()
    for scene in range(scenes):
        boxes.add_boxes(str(scene), [DetectionBox(sample_token=str(scene), translation=(float(x), float(y), 0.0), size=(1, 1, 1), rotation=(1, 0, 0, 0), velocity=(0, 0), detection_name=names[c], detection_score=float(score), attribute_name="") for s, c, x, y, score in rows if s == scene])
    return boxes
found = []
for scenes, truths, detections in data:
    gt, pred = collect(truths, scenes), collect(detections, scenes)
    found.append([[calc_ap(accumulate(gt, pred, name, center_distance, d), 0.1, 0.1) for d in (0.5, 1.0, 2.0, 4.0)] for name in names])
print(json.dumps(found))
`

const objectAlphas = `
import contextlib, io, os, tempfile
from kalphacv.calculate_iaa import calculate_iaa
found = []
for people, boxes in data:
    image = {"id": 1, "file_name": "a", "height": 1000, "width": 1000, "raters": people}
    rows = [{"id": i + 1, "image_id": 1, "category_id": c, "bbox": [l, t, r - l, b - t], "rater": person} for i, (person, c, l, t, r, b) in enumerate(boxes)]
    found.append(float(calculate_iaa("bbox", {"images": [image], "annotations": rows}, "raters", "rater", [0.5], 0.6, silent=True)[0.5]))
print(json.dumps(found))
`

type Row = ReadonlyArray<number>

describe("figures of evaluation", () => {
  it("are those of COCOeval, with crowds and all sizes", { timeout: 1_200_000 }, async (context) => {
    const random = makeRandom(21)
    const normal = makeNormal(random)
    const sets = makeList(40, () => {
      const images = 1 + Math.floor(15 * random())
      const truths: ReadonlyArray<Row> = makeList(images * Math.floor(1 + 12 * random()), () => {
        const [left, top, width, height] = [
          400 * random(),
          400 * random(),
          5 + 150 * random(),
          5 + 150 * random(),
        ]
        const category = 1 + Math.floor(2.2 * random())
        return [
          Math.floor(images * random()),
          category,
          left,
          top,
          left + width,
          top + height,
          1,
          random() < 0.1 ? 1 : 0,
        ]
      })
      const detections: ReadonlyArray<Row> = truths.flatMap(([image = 0, category = 1, ...corners]) =>
        makeList(Math.floor(2.5 * random()), () => {
          const spread = 1 + 10 * random()
          const [left = 0, top = 0, right = 0, bottom = 0] = corners.map((value) => value + spread * normal())
          const [x, y] = [Math.max(right, left + 1), Math.max(bottom, top + 1)]
          const score = Math.round(20 * random()) / 20
          return [image, random() < 0.9 ? category : 3, left, top, x, y, score, 0]
        }),
      )
      return [images, truths, detections] as const
    })
    const theirs = await compute<ReadonlyArray<ReadonlyArray<number>>>(cocoFigures, sets, context)
    const ours = sets.map(([images, truths, detections]) => {
      const evaluated = makeList(images, (image) => {
        const [own, predicted] = [truths, detections].map((rows) => rows.filter(([place]) => place === image))
        const pack = (rows: ReadonlyArray<Row> = []) =>
          Float64Array.from(rows.flatMap((row) => row.slice(2, 6)))
        const [a, b] = [pack(predicted), pack(own)]
        const isCrowd = (truth: number) => own?.[truth]?.[7] === 1
        return {
          truths: (own ?? []).map((row, index) => ({
            category: row[1] ?? 0,
            area: computeBoxArea(b, index),
            isCrowd: isCrowd(index),
          })),
          detections: (predicted ?? []).map((row, index) => ({
            category: row[1] ?? 0,
            area: computeBoxArea(a, index),
            score: row[6] ?? 0,
          })),
          measure: (detection: number, truth: number) => {
            const common = computeBoxIntersection(a, detection, b, truth)
            const area = computeBoxArea(a, detection)
            return common / (isCrowd(truth) ? area : area + computeBoxArea(b, truth) - common)
          },
        }
      })
      const figures = computeCocoPrecision(evaluated)
      const at = (threshold: number) =>
        figures.precisionAt.find((item) => Math.abs(item.threshold - threshold) < 1e-9)?.value ?? -1
      const { large, medium, small } = figures.precisionByArea
      return [
        figures.precision,
        at(0.5),
        at(0.75),
        small,
        medium,
        large,
        ...figures.recallAt.map(({ value }) => value),
        figures.recallByArea.small,
        figures.recallByArea.medium,
        figures.recallByArea.large,
      ].map((value) => value ?? -1)
    })
    assert.isAbove(theirs.filter(([precision = 0]) => precision > 0.1 && precision < 0.9).length, 20)
    const difference = findLargestDifference(ours.flat(), theirs.flat())
    assert.isAtMost(reportDifference("twelve figures, COCOeval", difference), 1e-6)
  })

  it("are those of the devkit of nuScenes", { timeout: 1_200_000 }, async (context) => {
    const random = makeRandom(22)
    const normal = makeNormal(random)
    const sets = makeList(40, () => {
      const scenes = 1 + Math.floor(8 * random())
      const truths: ReadonlyArray<Row> = makeList(3 * scenes + Math.floor(40 * random()), () => [
        Math.floor(scenes * random()),
        Math.floor(2.1 * random()),
        40 * random(),
        40 * random(),
        -1,
      ])
      const detections: ReadonlyArray<Row> = truths.flatMap(([scene = 0, category = 0, x = 0, y = 0]) =>
        makeList(Math.floor(2.5 * random()), () => [
          scene,
          category,
          x + 2 * normal(),
          y + 2 * normal(),
          random(),
        ]),
      )
      return [scenes, truths, detections] as const
    })
    const theirs = await compute<ReadonlyArray<ReadonlyArray<Row>>>(nuscenesFigures, sets, context)
    const toPlaced = ([, category = 0, x = 0, y = 0, score = 0]: Row) => ({
      category,
      position: { x, y, z: 0 },
      score,
    })
    const ours = sets.map(([scenes, truths, detections]) => {
      const { categories } = computeNuscenesPrecision(
        makeList(scenes, (scene) => ({
          truths: truths.filter(([place]) => place === scene).map(toPlaced),
          detections: detections.filter(([place]) => place === scene).map(toPlaced),
        })),
      )
      return makeList(3, (id) => {
        const figures = categories.find(({ category }) => category === id)
        return figures?.precisionAt.map(({ value }) => value) ?? [0, 0, 0, 0]
      })
    })
    const difference = findLargestDifference(ours.flat(2), theirs.flat(2))
    assert.isAtMost(reportDifference("average precision, devkit of nuScenes", difference), 1e-9)
  })

  it("have the object α of kalphacv, which it rounds to four digits", {
    timeout: 1_200_000,
  }, async (context) => {
    const random = makeRandom(23)
    const normal = makeNormal(random)
    const images = makeList(400, () => {
      const people = ["ana", "ben", "eve", "tom"].slice(0, 2 + Math.floor(3 * random()))
      const objects = makeList(Math.floor(9 * random()), () => [
        1 + Math.floor(3 * random()),
        900 * random(),
        900 * random(),
        20 + 80 * random(),
      ])
      const boxes = people.flatMap((person) =>
        objects.flatMap(([category = 1, x = 0, y = 0, size = 0]) => {
          if (random() < 0.15) return []
          const [left, top] = [x + 0.08 * size * normal(), y + 0.08 * size * normal()]
          const chosen = random() < 0.85 ? category : 1 + (category % 3)
          return [[person, chosen, left, top, left + size, top + size] as const]
        }),
      )
      return [people, boxes] as const
    })
    const theirs = await compute<ReadonlyArray<number>>(objectAlphas, images, context)
    const configuration = { categories: [1, 2, 3].map((id) => ({ id, name: String(id) })) }
    const ours = images.map(([people, boxes]) => {
      const labels = people.map((person) => ({
        person,
        label: {
          annotations: boxes
            .filter(([owner]) => owner === person)
            .map(([, category_id, left, top, right, bottom], index) => ({
              id: index + 1,
              category_id,
              type: "bbox",
              points: [
                [left, top],
                [right, bottom],
              ],
            })),
        },
      }))
      return compareLabels(configuration, labels).objectAlpha
    })
    assert.isAbove(new Set(theirs).size, 100)
    assert.isAtMost(
      reportDifference("object alpha, kalphacv", findLargestDifference(ours, theirs)),
      5.0001e-5,
    )
  })
})
