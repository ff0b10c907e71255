import { assert, describe, it } from "vitest"
import { emptyFrame } from "../../src/model/empty.ts"
import { draw, makeJoint } from "../../src/model/exactShapes.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { camera, dataset, drive } from "../drive.ts"
import { written } from "../roundTrip.ts"
import { checkedBy } from "./checked.ts"

const packages = ["openlabel-checker==0.1.0", "kognic-openlabel==2.2.0"]

const script = `
import json, sys, glob, os
from openlabel_checker.core import check_file
from kognic.openlabel.models import OpenLabelAnnotation
found = []
for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.json"))):
    if os.path.basename(path) == "ontology.json":
        continue
    report = check_file(path)
    for outcome in report.outcomes:
        for issue in outcome.issues:
            found.append(f"{issue.severity} {issue.checker_id} {issue.path}: {issue.message}")
    OpenLabelAnnotation.model_validate(json.load(open(path)))
print(json.dumps(found))
`

const common = { categoryId: 1, trackId: null, isKeyframe: true, attributes: { seen: null, tags: ["a"] } }

const imageFrame = {
  ...emptyFrame,
  image: { url: "a.jpg", size: { width: 100, height: 50 } },
  annotations: [
    {
      ...common,
      id: 1,
      type: "bbox" as const,
      points: [
        [1, 2],
        [3, 4],
      ],
    },
    {
      ...common,
      id: 2,
      type: "polygon" as const,
      points: [
        [1, 2],
        [3, 4],
        [5, 0],
      ],
    },
    ...[
      { type: "rotated_box", center: [50, 20], size: [20, 10], angle: 0.5 } as const,
      { type: "ellipse", center: [50, 20], radii: [9, 5], angle: 0.2 } as const,
      {
        type: "skeleton",
        joints: [makeJoint("nose", [5, 6], 2), makeJoint("tail", [7, 8], 1), makeJoint("ear", null, 0)],
      } as const,
      {
        type: "multipolygon",
        polygons: [
          [
            [
              [0, 0],
              [9, 0],
              [9, 9],
              [0, 9],
            ],
            [
              [2, 2],
              [4, 2],
              [4, 4],
            ],
          ],
          [
            [
              [20, 0],
              [30, 0],
              [30, 9],
            ],
          ],
        ],
      } as const,
    ].map((shape, index) => ({ ...common, ...draw(shape), id: 4 + index })),
    {
      ...common,
      id: 3,
      type: "point" as const,
      points: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
}

describe("openlabel-checker and kognic-openlabel", () => {
  it("find nothing in a moving drive with cameras, links and several sensors", {
    timeout: 1_000_000,
  }, async (context) => {
    const cloud = {
      ...drive({ cameras: [camera], isMoving: true }),
      links: [{ from: 1, to: 2, attributes: { a: "b" } }],
    }
    const single = { ...drive({ frames: 1 }), name: "single", isSequence: false }
    const image = { ...single, name: "image", kind: "image-vector" as const, frames: [imageFrame] }
    const { files } = await written(openlabel, { dataset, scenes: [cloud, single, image] })
    assert.deepStrictEqual(await checkedBy(packages, script, files, context), [])
  })
})
