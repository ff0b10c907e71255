import { assert, describe, it } from "vitest"
import { memorySource } from "../../src/files/Source.ts"
import { makeVocReader } from "../../src/voc/read.ts"
import { voc } from "../../src/voc/voc.ts"
import { readFiles, refusal } from "../files.ts"
import { assertRoundTrip } from "../roundTrip.ts"

const box = "<bndbox><xmin>2</xmin><ymin>3</ymin><xmax>10</xmax><ymax>20</ymax></bndbox>"
const object = (inner = box, name = "car") => `<object><name>${name}</name>${inner}</object>`
const document = (
  objects: string,
  head = "<size><width>50</width><height>40</height><depth>3</depth></size>",
) => `<annotation><folder>VOC2007</folder><filename>a.jpg</filename>${head}${objects}</annotation>`

describe("Pascal VOC", () => {
  it("returns what it carries", { timeout: 60_000 }, () => assertRoundTrip(voc))

  it("reads the original: pixels count from 1 and include the last, with sets, flags and parts", async () => {
    const source =
      "<source><database>The VOC2007 Database</database><annotation>PASCAL VOC2007</annotation></source>"
    const size = "<size><width>50</width><height>40</height><depth>3</depth></size>"
    const flags = "<pose>Left</pose><truncated>1</truncated><difficult>0</difficult>"
    const { losses, scenes } = await readFiles(voc, {
      "VOC2007/Annotations/a.xml": document(
        object(`${flags}${box}<part><name>head</name>${box}</part>`),
        `${source}${size}`,
      ),
      "VOC2007/ImageSets/Main/val.txt": "a\n",
      "VOC2007/ImageSets/Main/car_val.txt": "a  1\n",
      "VOC2007/JPEGImages/a.jpg": "",
    })
    const [scene] = scenes
    assert.strictEqual(scene?.split, "val")
    assert.strictEqual(scene?.name, "a")
    assert.strictEqual(scene?.frames[0]?.image?.url, "VOC2007/JPEGImages/a.jpg")
    assert.deepInclude(scene?.frames[0]?.annotations[0], {
      points: [
        [1, 2],
        [10, 20],
      ],
      attributes: { pose: "Left", truncated: "true" },
    })
    assert.deepStrictEqual(
      losses.map(({ kind }) => kind),
      ["shapes"],
      "the part",
    )
  })

  it("takes edges that count from 0 as they are, or from 1 where that is chosen", async () => {
    const files = { "Annotations/a.xml": document(object()) }
    const { scenes } = await readFiles(voc, files)
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      points: [
        [2, 3],
        [10, 20],
      ],
    })
    const one = await readFiles({ ...voc, reader: makeVocReader(1) }, files)
    assert.deepInclude(one.scenes[0]?.frames[0]?.annotations[0], {
      points: [
        [1, 2],
        [10, 20],
      ],
    })
  })

  it("reads the size of the image where the file has none", async () => {
    const files = {
      "a.xml": document(object(), "<size><width>0</width><height>0</height></size>"),
      "a.jpg": "",
    }
    const { scenes } = await readFiles(voc, files, { width: 7, height: 8 })
    assert.deepStrictEqual(scenes[0]?.frames[0]?.image?.size, { width: 7, height: 8 })
    assert.match(await refusal(voc, files, null), /a.xml: has no size/)
  })

  it("counts pixels from 1 in files of supervision, which name its database", async () => {
    // As supervision 0.31.2 writes a box (10, 5) – (30, 15), and one with a mask as a polygon.
    const head = `<source><database>roboflow.ai</database></source><size><width>40</width><height>30</height></size>`
    const edges = "<bndbox><xmin>11</xmin><ymin>6</ymin><xmax>30</xmax><ymax>15</ymax></bndbox>"
    const corners = [
      [11, 6],
      [30, 6],
      [30, 15],
    ]
    const polygon = corners.map(([x, y], i) => `<x${i + 1}>${x}</x${i + 1}><y${i + 1}>${y}</y${i + 1}>`)
    const { dataset, losses, scenes } = await readFiles(voc, {
      "Annotations/a.xml": document(
        `${object(edges)}${object(`${edges}<polygon>${polygon.join("")}</polygon>`)}`,
        head,
      ),
    })
    assert.strictEqual(dataset.taskType, "vector")
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations.map((one) => "points" in one && [one.type, one.points]),
      [
        [
          "bbox",
          [
            [10, 5],
            [30, 15],
          ],
        ],
        [
          "polygon",
          [
            [10, 5],
            [29, 5],
            [29, 14],
          ],
        ],
      ],
    )
    assert.deepStrictEqual(losses, [])
  })

  it("finds images whose name has no ending or another one, and first files without objects", async () => {
    const bare = (name: string) =>
      `<annotation><filename>${name}</filename><segmented>0</segmented></annotation>`
    const { scenes } = await readFiles(
      voc,
      {
        "Annotations/a.xml": bare("a"),
        "Annotations/b.xml": bare("b.bmp"),
        "JPEGImages/a.PNG": "",
        "JPEGImages/b.jpeg": "",
      },
      { width: 7, height: 8 },
    )
    assert.deepStrictEqual(
      scenes.map(({ frames }) => frames[0]?.image?.url),
      ["JPEGImages/a.PNG", "JPEGImages/b.jpeg"],
    )
  })

  it("leaves out objects that LabelMe on the web keeps as deleted", async () => {
    const corners =
      "<polygon><pt><x>1</x><y>1</y></pt><pt><x>9</x><y>1</y></pt><pt><x>9</x><y>9</y></pt></polygon>"
    const { dataset, losses, scenes } = await readFiles(voc, {
      "Annotations/a.xml": document(
        `${object(`<deleted>0</deleted>${corners}`)}${object(`<deleted>1</deleted>${corners}`, "gone")}`,
      ),
    })
    assert.lengthOf(dataset.categories, 1)
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations.map(({ attributes }) => attributes),
      [{}],
    )
    assert.deepStrictEqual(losses, [])
  })

  it("turns boxes of roLabelImg, keeps fields of tools, and counts objects without a shape or a name", async () => {
    const turned =
      "<robndbox><cx>20</cx><cy>10</cy><w>10</w><h>4</h><angle>1.5707963267948966</angle></robndbox>"
    const fields = "<difficult>True</difficult><truncated>Unspecified</truncated><id>7</id>"
    const { losses, scenes } = await readFiles(voc, {
      "Annotations/a.xml": document(
        `${object(turned)}${object(`${box}${fields}<actions><running>1</running><jumping>0</jumping></actions>`)}${object("")}${object(box, " ")}`,
      ),
    })
    const [first, second, ...more] = scenes[0]?.frames[0]?.annotations ?? []
    assert.deepStrictEqual(
      first !== undefined &&
        "points" in first &&
        first.points.map((point) => point.map((value) => Math.round(value * 1000) / 1000)),
      [
        [22, 5],
        [22, 15],
        [18, 15],
        [18, 5],
      ],
    )
    assert.deepInclude(first, {
      shape: { type: "rotated_box", center: [20, 10], size: [10, 4], angle: Math.PI / 2 },
    })
    assert.deepStrictEqual(second?.attributes, { difficult: "true", id: "7", running: "true" })
    assert.deepStrictEqual(more, [])
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["broken", 2]],
    )
  })

  it("refuses two lists of categories that differ, and takes equal ones", async () => {
    const read = (other: string) =>
      refusal(voc, {
        "train/Annotations/a.xml": document(object()),
        "train/labelmap.txt": "car:1,2,3::\n",
        "val/labelmap.txt": other,
      })
    assert.match(await read("dog:1,2,3::\n"), /val\/labelmap\.txt: .*train\/labelmap\.txt/)
    assert.match(await read("car:1,2,4::\n"), /val\/labelmap\.txt: .*train\/labelmap\.txt/)
    const { dataset } = await readFiles(voc, {
      "train/Annotations/a.xml": document(object()),
      "train/labelmap.txt": "car:1,2,3::\n",
      "val/labelmap.txt": "# label\ncar:1,2,3::\n",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["car"],
    )
  })

  it("counts objects, sizes and images that cannot be read, and keeps the rest, with categories that a list lacks", async () => {
    const nan = "<bndbox><xmin>nan</xmin><ymin>3</ymin><xmax>10</xmax><ymax>20</ymax></bndbox>"
    const { dataset, losses, scenes } = await readFiles(
      voc,
      {
        "Annotations/a.xml": document(object(nan) + object(box, "dog") + object(box, "car")),
        "Annotations/b.xml": document(object(), "<size><width>wide</width></size>").replace("a.jpg", "b.jpg"),
        "Annotations/c.xml": document(object(), "").replace("a.jpg", "c.jpg"),
        "JPEGImages/b.jpg": "",
        "labelmap.txt": "# label\ncar:1,2,3::\n",
      },
      (path) => (path === "JPEGImages/b.jpg" ? { width: 9, height: 8 } : null),
    )
    assert.deepStrictEqual(
      dataset.categories.map(({ id, name }) => [id, name]),
      [
        [1, "car"],
        [2, "dog"],
      ],
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [
        name,
        frames[0]?.image?.size,
        frames[0]?.annotations.map(({ categoryId }) => categoryId),
      ]),
      [
        ["a", { width: 50, height: 40 }, [2, 1]],
        ["b", { width: 9, height: 8 }, [1]],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["image-size", ["Annotations/c.xml has no size, and the size of its image cannot be read"]],
        [
          "unreadable",
          [
            'Annotations/a.xml line 1: xmin must be a finite number, not "nan"',
            'Annotations/b.xml line 1: width must be a finite number, not "wide"',
          ],
        ],
      ],
    )
  })

  it("has the set of a name that ends in a number, and of the lists beside its folder alone", async () => {
    const named = (name: string) => document(object()).replace("a.jpg", `${name}.jpg`)
    const { scenes } = await readFiles(voc, {
      "one/Annotations/photo 1.xml": named("photo 1"),
      "one/Annotations/photo.xml": named("photo"),
      "one/ImageSets/Main/val.txt": "photo 1\n",
      "one/ImageSets/Main/train.txt": "photo -1\n",
      "two/Annotations/photo 1.xml": named("photo 1"),
      "two/ImageSets/Main/test.txt": '"photo 1" 1\n',
    })
    assert.deepStrictEqual(
      scenes.map(({ name, split }) => [name, split]),
      [
        ["photo 1", "val"],
        ["photo", "train"],
        ["photo 1", "test"],
      ],
    )
  })

  it("is called as the image below its folder, wherever the documents are", async () => {
    const namesOf = async (paths: ReadonlyArray<string>) => {
      const { scenes } = await readFiles(
        voc,
        Object.fromEntries(paths.map((path) => [path, path.endsWith(".xml") ? document(object()) : ""])),
      )
      return scenes.map(({ file }) => file)
    }
    assert.deepStrictEqual(await namesOf(["annotations/xmls/a.xml", "images/a.jpg"]), ["a.jpg"])
    assert.deepStrictEqual(await namesOf(["images/cam/a.jpg", "images/cam/a.xml"]), ["cam/a.jpg"])
    assert.deepStrictEqual(await namesOf(["cam/a.jpg", "cam/a.xml"]), ["cam/a.jpg"])
  })

  it("has the sets of any name, not those of lists of one class or of all records", async () => {
    const named = (name: string) => document(object()).replace("a.jpg", `${name}.jpg`)
    const { scenes } = await readFiles(voc, {
      "Annotations/a.xml": named("a"),
      "Annotations/b.xml": named("b"),
      "Annotations/c.xml": named("c"),
      "ImageSets/Main/all.txt": "a\nb\nc\n",
      "ImageSets/Main/car_dev.txt": "a  1\nb -1\n",
      "ImageSets/Main/dev.txt": "a\nb\n",
      "ImageSets/Main/eval.txt": "c\n",
    })
    assert.deepStrictEqual(
      scenes.map(({ split }) => split),
      ["dev", "dev", "eval"],
    )
  })

  it("refuses what it cannot understand, with the file and the line", async () => {
    const refused = (text: string | Uint8Array, more: object = {}) =>
      refusal(voc, { "Annotations/a.xml": text, ...more })
    assert.match(await refused(document(object()), { "labelmap.txt": "car\n" }), /labelmap.txt: line 1/)
    assert.match(await refused(document(object()).slice(0, -20)), /a.xml: is no/)
    assert.match(await refused(Buffer.from(document(object(box, "é")), "latin1")), /is not UTF-8 text/)
    assert.match(await refused("<annotations></annotations>"), /must be <annotation>/)
    assert.match(await refusal(voc, {}), /has no XML files/)
    assert.isUndefined(await voc.reader?.detect(memorySource(new Map())))
  })
})
