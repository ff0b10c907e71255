import { assert, describe, it } from "vitest"
import { yoloDetect } from "../../src/yolo/formats.ts"
import { readFiles, refusal } from "../files.ts"

const row = "0 .5 .5 .1 .1"
const image = { "images/train/a.jpg": "", "labels/train/a.txt": row }
const read = (yaml: string, files: object = image) => readFiles(yoloDetect, { "data.yaml": yaml, ...files })
const refused = (yaml: string, files: object = image) => refusal(yoloDetect, { "data.yaml": yaml, ...files })
const names = async (yaml: string) =>
  (await read(`train: images/train\nval: images/train\n${yaml}`)).dataset.categories.map(({ name }) => name)
const setsOf = async (yaml: string, files: object) =>
  (await read(yaml, files)).scenes.map(({ frames, split }) => [frames[0]?.image?.url, split])

describe("names in data.yaml", () => {
  it("are those that a parser of YAML reads", async () => {
    assert.deepStrictEqual(await names("nc: 3\nnames: [driver's license, passport, visa]\n"), [
      "driver's license",
      "passport",
      "visa",
    ])
    assert.deepStrictEqual(await names('names: [\'it\'\'s\', "a \\"b\\": #c", 5" pipe, a#b] # four\n'), [
      "it's",
      'a "b": #c',
      '5" pipe',
      "a#b",
    ])
    assert.deepStrictEqual(await names("names:\n- yes\n- 007\n- 1e3\n- null\n- é\n"), [
      "yes",
      "007",
      "1e3",
      "null",
      "é",
    ])
    assert.deepStrictEqual(await names("names: {1: b, 0: a}\n"), ["a", "b"])
    assert.deepStrictEqual(await names("all: &all\n  0: a\n  1: b\nnames: *all\n"), ["a", "b"])
    assert.deepStrictEqual(await names("base: &base {0: a}\nnames:\n  <<: *base\n  1: b\n"), ["a", "b"])
    assert.deepStrictEqual(await names("nc: 3\r\nnames: ['a',\r\n'b',\r\n'c',]\r\n"), ["a", "b", "c"])
    assert.deepStrictEqual(await names("names: [\n  'a',\n  # comment\n  'b'\n]\n"), ["a", "b"])
    assert.deepStrictEqual(await names("nc: '2'\n"), ["class_0", "class_1"])
  })

  it("keep the numbers of their classes where these are not 0 to n-1", async () => {
    const { dataset, scenes } = await read("train: images\nnc: 2\npath: .\nnames:\n  3: cat\n  7: dog\n", {
      "images/a.png": "",
      "labels/a.txt": "7 0.2 0.3 0.2 0.4\n3 0.1 0.1 0.1 0.1\n",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ id, name }) => [id, name]),
      [
        [4, "cat"],
        [8, "dog"],
      ],
    )
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations.map(({ categoryId }) => categoryId),
      [8, 4],
    )
  })

  it("are refused where they cannot be the names of the classes", async () => {
    const wrong = (yaml: string) => refused(`train: images/train\nval: images/train\n${yaml}`)
    assert.match(await wrong("nc: 2\nnames: [a, b, c]\n"), /data.yaml: has nc: 2, but 3 names/)
    assert.match(await wrong("nc: many\nnames: [a]\n"), /has nc: "many", which is not a number/)
    assert.match(await wrong("nc: 1e9\n"), /has nc: "1e9"/)
    assert.match(await wrong("names: {cat: 0}\n"), /has "cat" among the names, which is not the number/)
    assert.match(await wrong("names: [a, [b]]\n"), /has no text as the name of the class 1/)
    assert.match(await wrong("names: [a, '']\n"), /has no name of the class 1/)
    assert.match(await wrong("names: []\n"), /has no names of classes/)
    assert.match(await wrong("names: [a, b\n"), /is not YAML: .*line \d/)
    assert.match(await wrong("names: ['a]\n"), /is not YAML: .*closing/)
    assert.match(await wrong("names: *missing\n"), /is not YAML: .*alias/)
    assert.match(await wrong("names: [a]\nnames: [b]\n"), /is not YAML: .*unique/)
  })
})

describe("sets in data.yaml", () => {
  const pair = (folder: string) => ({ [`${folder}/images/a.jpg`]: "", [`${folder}/labels/a.txt`]: row })

  it("are found in the folder that another word for the set names", async () => {
    const files = { ...pair("train"), ...pair("val") }
    const yaml = "train: ../train/images\nval: ../valid/images\n\nnc: 1\nnames: ['car']\n"
    assert.deepStrictEqual(await setsOf(yaml, files), [
      ["train/images/a.jpg", "train"],
      ["val/images/a.jpg", "val"],
    ])
    assert.deepStrictEqual(await setsOf(yaml, { ...pair("Train"), ...pair("validation") }), [
      ["Train/images/a.jpg", "train"],
      ["validation/images/a.jpg", "val"],
    ])
    assert.match(
      await refused(yaml, { ...files, ...pair("validation") }),
      /has val: ..\/valid\/images, which is missing, and may be .*val.* or .*val/,
    )
    assert.match(
      await refused(yaml, pair("train")),
      /data.yaml: has val: ..\/valid\/images, which is missing/,
    )
    assert.match(
      await refused(`${yaml}test: ../test/images\n`, files),
      /has test: ..\/test\/images, which is/,
    )
  })

  it("are folders, lists of folders, lists of images, with paths of any machine", async () => {
    const files = { ...pair("train"), ...pair("more"), ...pair("valid") }
    const expected = [
      ["more/images/a.jpg", "train"],
      ["train/images/a.jpg", "train"],
      ["valid/images/a.jpg", "val"],
    ]
    for (const [train, val] of [
      ["[./train/images, more/images/]", "valid\\images"],
      ["[/content/sets/train/images, /content/sets/more/images]", "/content/sets/valid/images"],
      ["['C:\\sets\\train\\images', 'C:\\sets\\more\\images']", "C:\\sets\\valid\\images"],
      ["lists/train.txt", "lists/val.txt"],
    ] as const)
      assert.deepStrictEqual(
        await setsOf(`train: ${train}\nval: ${val}\ntest: # none\nnames: [car]\n`, {
          ...files,
          "lists/train.txt": "\ufeff../train/images/a.jpg\r\n../more/images/a.jpg\r\n\r\n",
          "lists/val.txt": "D:\\data\\valid\\images\\a.jpg\n",
        }),
        expected,
        train,
      )
    for (const path of [".", "/home/me/coco8", "../datasets/coco8", "coco8", "C:\\coco8"])
      assert.deepStrictEqual(
        await setsOf(`path: ${path}\ntrain: images/train\nval: images/train\nnames: [car]\n`, image),
        [["images/train/a.jpg", "train"]],
        path,
      )
    const nested = { "coco8/images/train/a.jpg": "", "coco8/labels/train/a.txt": row }
    assert.deepStrictEqual(
      await setsOf("path: ../datasets/coco8\ntrain: images/train\nval: images/train\nnames: [car]\n", nested),
      [["coco8/images/train/a.jpg", "train"]],
    )
  })

  it("are never found in the folder of another set, nor an image in the list of one", async () => {
    const flat = { "images/a.jpg": "", "labels/a.txt": row }
    const yaml = "train: /x/train/images\nval: /x/valid/images\nnames: [car]\n"
    assert.match(await refused(yaml, flat), /has train: \/x\/train\/images, which is missing/)
    const lists = { ...pair("train"), "val.txt": "/x/valid/images/a.jpg\n/x/train/images/a.jpg\n" }
    assert.match(
      await refused("train: train/images\nval: val.txt\nnames: [car]\n", lists),
      /val.txt: has the image \/x\/valid\/images\/a.jpg in line 1, which is missing/,
    )
  })

  it("have their labels in labels, beside the images, or in a folder beside one of theirs", async () => {
    const yaml = "train: train\nval: train\nnames: [car]\n"
    for (const label of ["train/a.txt", "train/labels/a.txt", "labels/train/a.txt"]) {
      const { scenes } = await read(yaml, { "train/a.jpg": "", [label]: row })
      assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1, label)
    }
  })

  it("are refused without labels, and a single image without a label has none", async () => {
    const yaml = "train: images/train\nval: images/val\nnames: [car]\n"
    const val = { ...image, "images/val/b.jpg": "" }
    assert.match(
      await refused(yaml, val),
      /data.yaml: has val: images\/val, whose labels are missing: they are neither in labels\/val/,
    )
    const { losses, scenes } = await read(yaml, {
      ...val,
      "images/val/c.jpg": "",
      "labels/val/c.txt": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ status }) => status),
      [undefined, "UNLABELED", undefined],
    )
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [["missing-labels", ["images/val/b.jpg"]]],
    )
  })
})
