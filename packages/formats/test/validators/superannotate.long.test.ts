/** What the converters of SuperAnnotate write is read. */
import { assert, describe, it } from "vitest"
import { superannotate } from "../../src/superannotate/superannotate.ts"
import { readFiles } from "../files.ts"
import { checkedBy } from "./checked.ts"

const program = `
import contextlib, io, json, os, sys, pathlib
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    from superannotate.lib.app.input_converters.converters.vgg_converters.vgg_to_sa_vector import vgg_to_sa
    folder = pathlib.Path(sys.argv[1])
    def region(shape, **more): return {"shape_attributes": shape, "region_attributes": {"type": "car", **more}}
    regions = [
        region({"name": "rect", "x": 1, "y": 2, "width": 29, "height": 38}),
        region({"name": "polygon", "all_points_x": [0, 9, 9], "all_points_y": [0, 0, 9]}),
        region({"name": "polyline", "all_points_x": [0, 9], "all_points_y": [0, 9]}),
        region({"name": "point", "cx": 3, "cy": 4}),
        region({"name": "circle", "cx": 5, "cy": 6, "r": 2}),
    ]
    (folder / "via.json").write_text(json.dumps({"a.jpg9": {"filename": "a.jpg", "size": 9, "regions": regions, "file_attributes": {}}}))
    out = folder / "out"
    out.mkdir()
    vgg_to_sa(folder / "via.json", "vector_annotation", out)
    files = {path.name: path.read_text() for path in out.glob("*.json")}
print(json.dumps(files))
`

describe("SuperAnnotate", () => {
  it("is read as its converter writes it", { timeout: 900_000 }, async (context) => {
    const files = await checkedBy(["superannotate==4.6.2"], program, new Map(), context)
    const { dataset, losses, scenes } = await readFiles(superannotate, { ...(files as object), "a.jpg": "" })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["car"],
    )
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(
      frame?.annotations.map((own) => ("points" in own ? [own.type, own.shape?.type] : [own.type])),
      [
        ["bbox", undefined],
        ["polygon", undefined],
        ["polyline", undefined],
        ["point", undefined],
        ["polygon", "ellipse"],
      ],
    )
    assert.deepInclude(frame?.annotations[0], {
      points: [
        [1, 2],
        [30, 40],
      ],
    })
    assert.isEmpty(losses)
  })
})
