import { assert, describe, it } from "vitest"
import { createml } from "../../src/createml/createml.ts"
import { imagefolder } from "../../src/huggingface/imagefolder.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { via } from "../../src/via/via.ts"
import { readFiles, refusal } from "../files.ts"
import { assertRoundTrip, written } from "../roundTrip.ts"

const region = (shape: object, attributes: object = {}) => ({
  shape_attributes: shape,
  region_attributes: attributes,
})

const rect = { name: "rect", x: 10, y: 20, width: 30, height: 5 }

const image = (filename: string, regions: unknown, more: object = {}) => ({
  [`${filename}9`]: { filename, size: 9, regions, file_attributes: {}, ...more },
})

/** As VIA 2.0.12 saves it. */
const project = (images: object, attributes: object = {}) => ({
  _via_settings: { ui: {}, core: { default_filepath: "" }, project: { name: "p" } },
  _via_img_metadata: images,
  _via_attributes: { region: attributes, file: {} },
  _via_data_format_version: "2.0.10",
  _via_image_id_list: Object.keys(images),
})

/** As VIA 3.0.13 saves it; the shape comes first in `xy`. */
const project3 = (metadata: object, file: object = {}) => ({
  project: { pid: "p", pname: "p", data_format_version: "3.1.2", vid_list: ["1"] },
  config: { file: { loc_prefix: { 1: "", 2: "", 3: "", 4: "" } } },
  attribute: {
    1: { aname: "kind", anchor_id: "FILE1_Z0_XY1", type: 4, desc: "", options: { 0: "cat", 1: "dog" } },
    2: { aname: "light", anchor_id: "FILE1_Z0_XY0", type: 1, desc: "", options: {} },
    3: { aname: "marks", anchor_id: "FILE1_Z0_XY1", type: 2, desc: "", options: { 0: "cut", 1: "far" } },
  },
  file: { 1: { fid: "1", fname: "a.jpg", type: 2, loc: 1, src: "", ...file } },
  view: { 1: { fid_list: ["1"] } },
  metadata,
})

const named = (dataset: { readonly categories: ReadonlyArray<{ readonly name: string }> }) =>
  dataset.categories.map(({ name }) => name)

describe("VIA", () => {
  it("returns what it carries", { timeout: 60_000 }, () => assertRoundTrip(via, { images: "placed" }))

  it("is read with every shape of a project, and with the list that is the category", async () => {
    const { dataset, losses, scenes } = await readFiles(via, {
      "p.json": project(
        image(
          "a.jpg",
          [
            region(rect, { kind: "dog", far: { yes: true, no: false } }),
            region({ name: "circle", cx: 5, cy: 6, r: 2.5 }, { kind: "cat", far: {} }),
            region({ name: "ellipse", cx: 5, cy: 6, rx: 2, ry: 3, theta: 0.5 }, { kind: "cat" }),
            region(
              { name: "polygon", all_points_x: [0, 9, 9, 0], all_points_y: [0, 0, 9, 0] },
              { kind: "cat" },
            ),
            region({ name: "polyline", all_points_x: [0, 9], all_points_y: [1, 2] }, { kind: "cat" }),
            region({ name: "point", cx: 5, cy: 6 }, { kind: "cat", note: "wet" }),
          ],
          { file_attributes: { light: "dim" } },
        ),
        {
          far: { type: "checkbox", options: { yes: "", no: "" } },
          kind: { type: "dropdown", options: { cat: "", dog: "", eel: "" } },
          note: { type: "text" },
        },
      ),
      "a.jpg": "",
    })
    assert.deepStrictEqual(named(dataset), ["cat", "dog", "eel"])
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(frame?.attributes, { light: "dim" })
    assert.deepStrictEqual(
      frame?.annotations.map((own) =>
        "points" in own ? [own.type, own.shape?.type, own.points.length] : [],
      ),
      [
        ["bbox", undefined, 2],
        ["polygon", "ellipse", 64],
        ["polygon", "ellipse", 64],
        ["polygon", undefined, 3],
        ["polyline", undefined, 2],
        ["point", undefined, 1],
      ],
    )
    assert.deepInclude(frame?.annotations[0], {
      categoryId: 2,
      attributes: { far: ["yes"] },
      points: [
        [10, 20],
        [40, 25],
      ],
    })
    assert.deepInclude(frame?.annotations[2], {
      shape: { type: "ellipse", center: [5, 6], radii: [2, 3], angle: 0.5 },
    })
    assert.deepStrictEqual(frame?.annotations[5]?.attributes, { note: "wet" })
    assert.isEmpty(losses)
  })

  it("is read as exported annotations of two sets, of version 1 or as a table", async () => {
    const table = `filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes
"b, 2.jpg",7,"{""light"":""dim""}",2,0,"{""name"":""rect"",""x"":1,""y"":2,""width"":3,""height"":4}","{""label"":""driver's dog""}"
"b, 2.jpg",7,"{""light"":""dim""}",2,1,"{""name"":""point"",""cx"":1,""cy"":2}","{""label"":""cat""}"
c.jpg,8,"{}",0,0,"{}","{}"
`
    const { dataset, scenes } = await readFiles(via, {
      "train/via_region_data.json": image(
        "a.jpg",
        { 0: region(rect, { label: "cat" }) },
        { base64_img_data: "" },
      ),
      "train/a.jpg": "",
      "val/via_export_csv.csv": table,
      "val/b, 2.jpg": "",
      "val/c.jpg": "",
    })
    assert.deepStrictEqual(named(dataset), ["cat", "driver's dog"])
    assert.deepStrictEqual(
      scenes.map(({ file, frames, split }) => [split, file, frames[0]?.annotations.length]),
      [
        ["train", "a.jpg", 1],
        ["val", "b, 2.jpg", 2],
        ["val", "c.jpg", 0],
      ],
    )
    assert.deepStrictEqual(scenes[1]?.frames[0]?.attributes, { light: "dim" })
  })

  it("takes no image of another set", async () => {
    const files = { "val/a.json": image("a.jpg", [region(rect)]), "train/a.jpg": "" }
    const { scenes } = await readFiles(via, files)
    assert.strictEqual(scenes[0]?.frames[0]?.image?.url, "a.jpg")
  })

  it("is read in version 3 with names of options, and attributes of images", async () => {
    const { dataset, losses, scenes } = await readFiles(via, {
      "p.json": project3({
        m1: { vid: "1", flg: 0, z: [], xy: [2, 10, 20, 30, 5], av: { 1: "1", 3: "0,1" } },
        m2: { vid: "1", flg: 0, z: [], xy: [7, 0, 0, 9, 0, 9, 9], av: { 1: "0" } },
        m3: { vid: "1", flg: 0, z: [], xy: [4, 5, 6, 2, 3], av: { 1: "0" } },
        m4: { vid: "1", flg: 0, z: [], xy: [8, 1, 5, 9, 5, 4, 0, 4, 8], av: { 1: "0" } },
        m5: { vid: "1", flg: 0, z: [], xy: [], av: { 2: "dim" } },
        m6: { vid: "1", flg: 0, z: [1.5], xy: [1, 5, 6], av: { 1: "0" } },
        m7: { vid: "1", flg: 0, z: [], xy: [9, 5, 6, 7, 8, 9, 9], av: { 1: "0" } },
      }),
      "a.jpg": "",
    })
    assert.deepStrictEqual(named(dataset), ["cat", "dog"])
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(frame?.attributes, { light: "dim" })
    assert.deepInclude(frame?.annotations[0], { categoryId: 2, attributes: { marks: ["cut", "far"] } })
    assert.deepInclude(frame?.annotations[3], {
      points: [
        [1, 0],
        [9, 8],
      ],
    })
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        [
          "unreadable",
          [
            "p.json /metadata/m6: a part of a video",
            "p.json /metadata/m7/xy has the shape 9, which cannot be read",
          ],
        ],
      ],
    )
  })

  it("is read in version 3 as a table", async () => {
    const table = `# Exported using VGG Image Annotator (http://www.robots.ox.ac.uk/~vgg/software/via)
# SHAPE_ID = {"POINT":1,"RECTANGLE":2}
# ATTRIBUTE = {"1":{"aname":"kind","anchor_id":"FILE1_Z0_XY1","type":4,"desc":"","options":{"0":"cat"}}}
# CSV_HEADER = metadata_id,file_list,flags,temporal_coordinates,spatial_coordinates,metadata
"1_ab","[""a.jpg""]",0,"[]","[2,1,2,3,4]","{""1"":""0""}"
`
    const { dataset, scenes } = await readFiles(via, { "p.csv": table, "a.jpg": "" })
    assert.deepStrictEqual(named(dataset), ["cat"])
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      points: [
        [1, 2],
        [4, 6],
      ],
    })
  })

  it("counts regions without a category, odd ones and unknown fields, and keeps the rest", async () => {
    const odd = [
      region(rect),
      region({ name: "rect", x: 1 }, { name: "cat" }),
      region({ name: "polygon", all_points_x: [1, 2], all_points_y: [1, 2] }, { name: "cat" }),
      region({ name: "star" }, { name: "cat" }),
      null,
      region(rect, { name: "cat", depth: { z: 1 } }),
    ]
    const { dataset, losses, scenes } = await readFiles(via, {
      "a.json": { ...image("a.jpg", odd, { more: 1 }), ...image("b.jpg", [region(rect, { name: "cat" })]) },
      "other.json": [1],
    })
    assert.deepStrictEqual(named(dataset), ["cat", "region"])
    assert.deepStrictEqual(
      scenes.map(({ frames }) => frames[0]?.annotations.length),
      [2, 1],
    )
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [
        ["attribute-value", 1],
        ["unknown", 2],
        ["unreadable", 4],
        ["without-category", 1],
      ],
    )
  })

  it("is written without sizes of images, as Create ML and imagefolder are", async () => {
    const frame = { ...emptyFrame, image: { url: "https://images.example/a.jpg", size: null } }
    const dataset = { name: "d", description: "", taskType: "vector", categories: [], imageAttributes: [] }
    const scene = { ...emptyScene, name: "a", kind: "image-vector" as const, frames: [frame] }
    for (const format of [via, createml, imagefolder]) {
      const { files, losses } = await written(format, { dataset, scenes: [scene] })
      assert.include(Buffer.from([...files.values()][0] ?? []).toString(), "https://images.example/a.jpg")
      assert.isTrue(losses.isEmpty, losses.table())
    }
  })

  it("refuses an image of two files with both places", async () => {
    const files = { "a.json": image("a.jpg", [region(rect)]), "b.json": image("a.jpg", []), "a.jpg": "" }
    assert.match(await refusal(via, files), /b.json: \/a.jpg9 has the image a.jpg, which a.json \/a.jpg9 has/)
  })
})
