import { assert, describe, it } from "vitest"
import { boxesCsv } from "../../src/boxes-csv/boxesCsv.ts"
import { defaultLimits } from "../../src/files/limits.ts"
import { memorySource } from "../../src/files/Source.ts"
import { type Files, readFiles, refusal } from "../files.ts"
import { bytes } from "../reading.ts"
import { assertRoundTrip, collected } from "../roundTrip.ts"

/** The set, the image, and the boxes with their categories. */
const read = async (files: Files, size?: { readonly width: number; readonly height: number } | null) => {
  const { dataset, losses, scenes } = await readFiles(boxesCsv, files, size)
  const names = new Map(dataset.categories.map(({ id, name }) => [id, name]))
  return {
    losses: losses.map(({ examples, kind }) => [kind, examples]),
    scenes: scenes.map(({ frames, split }) => [
      split,
      frames[0]?.image?.url,
      ...(frames[0]?.annotations ?? []).map((own) => [
        names.get(own.categoryId),
        ...("points" in own ? own.points.flat() : []),
      ]),
    ]),
  }
}

describe("a CSV of boxes", () => {
  it("returns what it carries", { timeout: 60_000 }, () => assertRoundTrip(boxesCsv, { images: "placed" }))

  it("is read by the names of its columns, a table for each set", async () => {
    const header = "filename,width,height,class,xmin,ymin,xmax,ymax"
    const { losses, scenes } = await read({
      "train/_annotations.csv": `${header}\na.jpg,100,50,cat,1,2,30,40\n"b, c.jpg",100,50,"driver's ""dog""",5,6,7,8\na.jpg,100,50,cat,0,0,9,9\n`,
      "train/a.jpg": "",
      "train/b, c.jpg": "",
      "valid/_annotations.csv": `\uFEFF${header}\r\na.jpg,100,50,cat,1,2,3,4\r\n`,
      "valid/a.jpg": "",
    })
    assert.deepStrictEqual(scenes, [
      ["train", "train/a.jpg", ["cat", 1, 2, 30, 40], ["cat", 0, 0, 9, 9]],
      ["train", "train/b, c.jpg", [`driver's "dog"`, 5, 6, 7, 8]],
      ["val", "valid/a.jpg", ["cat", 1, 2, 3, 4]],
    ])
    assert.isEmpty(losses)
  })

  it("names the image of its own folder, which the table of another folder names alike", async () => {
    const header = "filename,class,xmin,ymin,xmax,ymax"
    const { scenes } = await read({
      "labels.csv": `${header}\n0001.png,root,1,2,3,4\n`,
      "0001.png": "",
      "extra/labels.csv": `${header}\n0001.png,other,5,6,7,8\n`,
      "extra/0001.png": "",
    })
    assert.sameDeepMembers(scenes, [
      [null, "0001.png", ["root", 1, 2, 3, 4]],
      [null, "extra/0001.png", ["other", 5, 6, 7, 8]],
    ])
  })

  it("is refused where tables of two folders name the only image", async () => {
    const header = "filename,class,xmin,ymin,xmax,ymax"
    const files = {
      "labels.csv": `${header}\n0001.png,root,1,2,3,4\n`,
      "extra/labels.csv": `${header}\n0001.png,other,5,6,7,8\n`,
      "0001.png": "",
    }
    assert.match(await refusal(boxesCsv, files), /line 2 has the image 0001.png, which .* line 2 has/)
  })

  it("is read with other names, semicolons, widths, scores and further columns", async () => {
    const table =
      "Image Name;Label;bbox_x;bbox_y;bbox_width;bbox_height;score;weather\na.jpg;cat;1;2;3,5;4;0.5;wet\n"
    const { dataset, scenes } = await readFiles(boxesCsv, {
      "a.csv": table.replace("3,5", "3.5"),
      "a.jpg": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["cat"],
    )
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
      attributes: { score: 0.5, weather: "wet" },
      points: [
        [1, 2],
        [4.5, 6],
      ],
    })
  })

  it("of keras-retinanet has no header, images without boxes, and classes in their order", async () => {
    const { dataset, losses, scenes } = await readFiles(boxesCsv, {
      "train_annotations.csv": "img/a.jpg,1,2,30,40,dog\nimg/b.jpg,,,,,\nimg/a.jpg,0,0,5,5,cat\n",
      "classes.csv": "dog,0\ncat,1\neel,2\n",
      "img/a.jpg": "",
      "img/b.jpg": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["dog", "cat"],
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, split }) => [split, frames[0]?.annotations.length]),
      [
        ["train", 2],
        ["train", 0],
      ],
    )
    assert.isEmpty(losses)
  })

  it("of AutoML has sets, and corners as shares of the image", async () => {
    const { losses, scenes } = await read({
      "import.csv":
        "TRAIN,gs://bucket/flowers/a.jpg,daisy,0.1,0.2,,,0.5,0.6,,\nVALIDATION,gs://bucket/b.jpg,rose,0,0,1,0,1,1,0,1\nTEST,gs://bucket/c.jpg,,,,,,,,,\nUNASSIGNED,gs://bucket/d.jpg,rose,0,0,,,1,1,,\n",
      "flowers/a.jpg": "",
      "b.jpg": "",
      "c.jpg": "",
      "d.jpg": "",
    })
    assert.deepStrictEqual(scenes, [
      ["train", "flowers/a.jpg", ["daisy", 10, 10, 50, 30]],
      ["val", "b.jpg", ["rose", 0, 0, 100, 50]],
      ["test", "c.jpg"],
      [null, "d.jpg", ["rose", 0, 0, 100, 50]],
    ])
    assert.isEmpty(losses)
  })

  it("of Make Sense has the box before the image", async () => {
    const { scenes } = await read({ "labels.csv": "cat,1,2,3,4,a.jpg,100,50\n", "a.jpg": "" })
    assert.deepStrictEqual(scenes, [[null, "a.jpg", ["cat", 1, 2, 4, 6]]])
  })

  it("whose sides are all below one pixel has shares", async () => {
    const { scenes } = await read({
      "a.csv": "image,xmin,ymin,xmax,ymax,label\na.jpg,0.1,0.2,0.5,1\n".replace("1\n", "1,cat\n"),
      "a.jpg": "",
    })
    assert.deepStrictEqual(scenes, [[null, "a.jpg", ["cat", 10, 10, 50, 50]]])
  })

  it("may be called metadata.csv, as tables of imagefolder are", async () => {
    const { scenes } = await read({
      "metadata.csv": "file_name,label,xmin,ymin,xmax,ymax\na.jpg,cat,1,2,3,4\na.jpg,dog,5,6,7,8\n",
      "a.jpg": "",
    })
    assert.deepStrictEqual(scenes, [[null, "a.jpg", ["cat", 1, 2, 3, 4], ["dog", 5, 6, 7, 8]]])
  })

  it("has the category in the column with names, not in that with numbers", async () => {
    const { dataset, scenes } = await readFiles(boxesCsv, {
      "a.csv": "image,class,label,x1,y1,x2,y2\na.jpg,3,7,1,2,3,4\na.jpg,4,cat,5,6,7,8\n",
      "a.jpg": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["7", "cat"],
    )
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations.map(({ attributes }) => attributes),
      [{ class: 3 }, { class: 4 }],
    )
  })

  it("has shares also where rounding puts a side beyond the image", async () => {
    const { losses, scenes } = await read({
      "a.csv": "image,xmin,ymin,xmax,ymax,label\na.jpg,-0.001,0.2,0.5,1.0002,cat\na.jpg,0.5,0.5,1,1,dog\n",
      "a.jpg": "",
    })
    assert.deepStrictEqual(scenes, [[null, "a.jpg", ["cat", 0, 10, 50, 50], ["dog", 50, 25, 100, 50]]])
    assert.isEmpty(losses)
  })

  it("counts boxes of another unit than most of their table have", async () => {
    const header = "image,xmin,ymin,xmax,ymax,label\n"
    const share = "a.jpg,0.1,0.2,0.5,1,cat\n"
    const pixels = "a.jpg,10,20,30,40,dog\n"
    const shares = await read({ "a.csv": `${header}${share}${pixels}${share}`, "a.jpg": "" })
    assert.deepStrictEqual(shares.scenes, [[null, "a.jpg", ["cat", 10, 10, 50, 50], ["cat", 10, 10, 50, 50]]])
    const reason = "which is not in shares of the image, as most boxes of the table are"
    assert.deepStrictEqual(shares.losses, [["rows", [`a.csv line 3 has the box 10, 20, 30, 40, ${reason}`]]])
    const most = await read({ "a.csv": `${header}${pixels}${share}${pixels}`, "a.jpg": "" })
    assert.deepStrictEqual(most.scenes[0]?.[3], ["cat", 0.1, 0.2, 0.5, 1])
    assert.deepStrictEqual(most.losses, [["units", ["a.csv line 3"]]])
  })

  it("has the unit of its own boxes where another table has the same image", async () => {
    const header = "image,xmin,ymin,xmax,ymax,label\n"
    const { scenes } = await read({
      "a.csv": `${header}a.jpg,10,20,30,40,dog\n`,
      "b.csv": `${header}a.jpg,0.1,0.2,0.5,1,cat\n`,
      "a.jpg": "",
    })
    assert.deepStrictEqual(scenes, [[null, "a.jpg", ["dog", 10, 20, 30, 40], ["cat", 10, 10, 50, 50]]])
  })

  it("of shares has images without boxes, also where the image is missing", async () => {
    const { losses, scenes } = await read({
      "import.csv": "TRAIN,gs://bucket/a.jpg,daisy,0.1,0.2,,,0.5,0.6,,\nTEST,gs://bucket/c.jpg,,,,,,,,,\n",
      "a.jpg": "",
    })
    assert.lengthOf(scenes, 2)
    assert.isEmpty(losses)
  })

  it("counts odd rows, boxes without a category, and tables of something else", async () => {
    const { losses, scenes } = await read({
      "a.csv":
        "image,x1,y1,x2,y2,label\na.jpg,1,2,3,4,\na.jpg,5,6,3,4,cat\na.jpg,a,2,3,4,cat\n,1,2,3,4,cat\na.jpg,1,2\n",
      "a.jpg": "",
      "b.csv": "name,age\nAnn,7\n",
    })
    assert.deepStrictEqual(scenes, [[null, "a.jpg", ["object", 1, 2, 3, 4]]])
    assert.deepStrictEqual(losses, [
      [
        "rows",
        [
          "a.csv line 3 has a box that ends before it begins: 5, 6, 3, 4",
          "a.csv line 4 has the box a, 2, 3, 4",
          "a.csv line 5 has no image",
          "a.csv line 6 has the box 1, 2, , ",
        ],
      ],
      ["without-category", ["a.csv line 2"]],
    ])
  })

  it("is refused where the sizes of all images are missing, and where a quote does not end", async () => {
    const share = { "a.csv": "TRAIN,gs://bucket/a.jpg,daisy,0.1,0.2,,,0.5,0.6,,\n" }
    assert.match(await refusal(boxesCsv, share), /^a.csv: has the image a.jpg, which is missing/)
    const open = { "a.csv": 'image,x1,y1,x2,y2,label\na.jpg,1,2,3,4,"cat\n', "a.jpg": "" }
    assert.match(await refusal(boxesCsv, open), /^a.csv: line \d has a quote without an end/)
  })

  it("has no more boxes of an image than the limit, and no longer rows", async () => {
    const table = `image,x1,y1,x2,y2,label\n${"a.jpg,1,2,3,4,cat\n".repeat(3)}`
    const readWith = async (limits: object) => {
      const source = memorySource(new Map([["a.csv", bytes(table)]]), { ...defaultLimits, ...limits })
      const { Losses } = await import("../../src/carry/Losses.ts")
      const found = await boxesCsv.reader?.read(source, {
        limits: source.limits,
        losses: new Losses(),
        sizeOf: async () => null,
      })
      return await collected(found?.scenes ?? (async function* () {})()).catch(String)
    }
    assert.lengthOf(await readWith({ objects: 3 }), 1)
    assert.match(String(await readWith({ objects: 2 })), /a.csv: the number of boxes of a.jpg is 3/)
    assert.match(
      String(await readWith({ line: 15 }).catch(String)),
      /a.csv: line 1 is longer than 15 characters/,
    )
  })

  it("is told by its first row where a name in quotes has commas, and counts decimal commas rather than guess them", async () => {
    const quoted = await readFiles(boxesCsv, {
      "a.csv": '"x, y.png",1,2,30,40,"car, ""red"""\nz.png,1,2,3,4,bus\n',
    })
    assert.deepStrictEqual(
      quoted.scenes.map(({ name }) => name),
      ["x, y.png", "z.png"],
    )
    assert.deepStrictEqual(
      quoted.dataset.categories.map(({ name }) => name),
      ["bus", 'car, "red"'],
    )
    const decimal = await readFiles(boxesCsv, {
      "a.csv": "filename;class;xmin;ymin;xmax;ymax\na.png;car;1,5;2;30;40\nb.png;car;1;2;30;40\n",
    })
    assert.deepStrictEqual(
      decimal.losses.map(({ count, examples, kind }) => [kind, count, examples[0]]),
      [["rows", 1, "a.csv line 2 has the box 1,5, 2, 30, 40"]],
    )
  })
})
