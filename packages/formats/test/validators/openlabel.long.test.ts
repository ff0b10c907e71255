import { assert, describe, it } from "vitest"
import { emptyFrame } from "../../src/model/empty.ts"
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
