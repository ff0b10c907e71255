import { assert, describe, it } from "vitest"
import { yoloDetect, yoloObb, yoloPose, yoloSegment } from "../../src/yolo/formats.ts"
import { readFiles, refusal } from "../files.ts"

const box = "1 .5 .5 .2 .2"

describe("YOLO of other tools", () => {
  it("is read as CVAT and Datumaro write YOLO 1.1, with sets of images beside their labels", async () => {
    const files = {
      "obj.data":
        "classes = 2\ntrain = data/train.txt\nvalid = data/valid.txt\nnames = data/obj.names\nbackup = backup/\n",
      "obj.names": "car\ndriver's dog\n",
      "train.txt": "data/obj_train_data/a b.png\ndata/obj_train_data/c.png\n",
      "valid.txt": "data/obj_valid_data/a b.png\n",
      "obj_train_data/a b.png": "",
      "obj_train_data/a b.txt": box,
      "obj_train_data/c.png": "",
      "obj_train_data/c.txt": "",
      "obj_valid_data/a b.png": "",
      "obj_valid_data/a b.txt": box,
    }
    const { dataset, losses, scenes } = await readFiles(yoloDetect, files)
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["car", "driver's dog"],
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, split }) => [frames[0]?.image?.url, split, frames[0]?.annotations.length]),
      [
        ["obj_train_data/a b.png", "train", 1],
        ["obj_train_data/c.png", "train", 0],
        ["obj_valid_data/a b.png", "val", 1],
      ],
    )
    assert.isEmpty(losses)
    assert.match(
      await refusal(yoloDetect, { ...files, "obj.names": "car\n" }),
      /obj.data: has classes = 2, but obj.names has 1 names/,
    )
    assert.match(
      await refusal(yoloDetect, { ...files, "obj.names": "car\n\ndog\n" }),
      /obj.names: has no name in line 2/,
    )
    const { "obj_train_data/c.png": _, ...without } = files
    assert.match(
      await refusal(yoloDetect, without),
      /train.txt: has the image .*c.png in line 2, which is missing/,
    )
  })

  it("is read as Label Studio writes it, without data.yaml", async () => {
    const { dataset, scenes } = await readFiles(yoloDetect, {
      "classes.txt": "cat\ndog\n",
      "notes.json": { categories: [{ id: 0, name: "cat" }], info: { contributor: "Label Studio" } },
      "images/12e7e582__a1.png": "",
      "labels/12e7e582__a1.txt": "1 0.2 0.3 0.2 0.4\n0 0.6 0.4 0.2 0.4",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["cat", "dog"],
    )
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations.map(({ categoryId }) => categoryId),
      [2, 1],
    )
    const pose = await readFiles(yoloPose, {
      "classes.txt": "cat\n",
      "notes.json": { categories: [{ id: 0, name: "cat", keypoints: ["nose", "tail"] }] },
      "images/a.png": "",
      "labels/a.txt": "0 0.5 0.5 0.2 0.2 0.4 0.4 2 0.6 0.6 2",
    })
    assert.lengthOf(pose.scenes, 1)
  })

  it("takes lists of classes among labels for what they are, and refuses those that contradict", async () => {
    const files = {
      "data.yaml": "train: images/train\nval: images/train\nnames: [car, dog]\n",
      "images/train/a.png": "",
      "labels/train/a.txt": box,
      "labels/train/classes.txt": "car\ndog\n",
      "labels/train/README.txt": "Made by people.\n",
      "labels/train.cache": "x",
    }
    const { losses, scenes } = await readFiles(yoloDetect, files)
    assert.lengthOf(scenes, 1)
    assert.isEmpty(losses)
    assert.match(
      await refusal(yoloDetect, { ...files, "labels/train/classes.txt": "dog\ncar\n" }),
      /labels\/train\/classes.txt: has "dog" as the class 0, but data.yaml has "car"/,
    )
  })

  it("is read as labelImg and Darknet of Roboflow have it, with the list of classes among images", async () => {
    for (const list of ["classes.txt", "_darknet.labels"]) {
      const { scenes } = await readFiles(yoloDetect, {
        [`train/${list}`]: "car\ndog\n",
        "train/a.jpg": "",
        "train/a.txt": box,
        [`valid/${list}`]: "car\ndog\n",
        "valid/b.jpg": "",
        "valid/b.txt": box,
      })
      assert.deepStrictEqual(
        scenes.map(({ name, split }) => [name, split]),
        [
          ["a", "train"],
          ["b", "val"],
        ],
      )
    }
  })

  it("is read as supervision writes it, with neither sets nor a set's folder", async () => {
    const { scenes } = await readFiles(yoloDetect, {
      "data.yaml": "names:\n- car\n- dog\nnc: 2\n",
      "images/a.jpg": "",
      "labels/a.txt": box,
    })
    assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
  })

  it("finds labels whose names differ in the case or the form of Unicode alone, as other systems spell them", async () => {
    const yaml = { "data.yaml": "train: images/train\nval: images/train\nnames: [car, dog]\n" }
    for (const [image, label] of [
      ["a.JPG", "a.TXT"],
      ["A.jpg", "a.txt"],
      ["e\u0301.jpg", "\u00e9.txt"],
    ]) {
      const { losses, scenes } = await readFiles(yoloDetect, {
        ...yaml,
        [`images/train/${image}`]: "",
        [`labels/train/${label}`]: box,
      })
      assert.lengthOf(scenes[0]?.frames[0]?.annotations ?? [], 1)
      assert.isEmpty(losses)
    }
    // Two labels that differ in the case alone are those of two images.
    const { scenes } = await readFiles(yoloDetect, {
      ...yaml,
      "images/train/a.jpg": "",
      "images/train/A.jpg": "",
      "labels/train/a.txt": box,
      "labels/train/A.txt": `${box}\n0 .5 .5 .1 .1`,
    })
    assert.deepStrictEqual(
      scenes.map(({ frames }) => [frames[0]?.image?.url, frames[0]?.annotations.length]),
      [
        ["images/train/A.jpg", 2],
        ["images/train/a.jpg", 1],
      ],
    )
  })

  it("is read from labelTxt of DOTA, with data.yaml or without it", async () => {
    const rows =
      "imagesource:GoogleEarth\ngsd:0.146\n10.0 10 30 10 30 20 10 20 small-vehicle 1\n1 1 5 1 5 5 1 5 plane 0\n"
    const files = { "train/images/P1.png": "", "train/labelTxt/P1.txt": rows }
    const yaml = { "data.yaml": "train: train/images\nval: train/images\nnames: [small-vehicle, plane]\n" }
    for (const [more, names] of [
      [{}, ["plane", "small-vehicle"]],
      [yaml, ["small-vehicle", "plane"]],
    ] as const) {
      const { dataset, losses, scenes } = await readFiles(yoloObb, { ...files, ...more })
      assert.deepStrictEqual(
        dataset.categories.map(({ name }) => name),
        [...names],
      )
      assert.strictEqual(scenes[0]?.split, "train")
      assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], {
        type: "polygon",
        attributes: { difficult: true },
        points: [
          [10, 10],
          [30, 10],
          [30, 20],
          [10, 20],
        ],
      })
      assert.isEmpty(losses)
    }
  })
})

describe("predictions of YOLO", () => {
  const read = async (format: typeof yoloDetect, rows: string, more = "") => {
    const { losses, scenes } = await readFiles(format, {
      "data.yaml": `train: images/train\nval: images/train\nnames: [car, dog]\n${more}`,
      "images/train/a.png": "",
      "labels/train/a.txt": rows,
    })
    assert.isEmpty(losses)
    const [scene] = scenes
    return {
      status: scene?.status,
      annotations: scene?.frames[0]?.annotations.map(({ attributes, type }) => [type, attributes]),
    }
  }

  it("have a score in the last column, and are prelabels", async () => {
    assert.deepStrictEqual(await read(yoloDetect, `${box} 0.87\n0 .5 .5 .1 .1 1\n`), {
      status: "PRELABELED",
      annotations: [
        ["bbox", { score: 0.87 }],
        ["bbox", { score: 1 }],
      ],
    })
    assert.deepStrictEqual(await read(yoloSegment, "0 0 0 1 0 1 1 .5\n1 0 0 1 0 1 1 0 1 .25\n"), {
      status: "PRELABELED",
      annotations: [
        ["polygon", { score: 0.5 }],
        ["polygon", { score: 0.25 }],
      ],
    })
    assert.deepStrictEqual(await read(yoloObb, "0 .1 .1 .2 .1 .2 .2 .1 .2 .75\n"), {
      status: "PRELABELED",
      annotations: [["polygon", { score: 0.75 }]],
    })
  })

  it("may have a track, alone or behind the score", async () => {
    assert.deepStrictEqual(await read(yoloDetect, `${box} 0.87 3\n`), {
      status: "PRELABELED",
      annotations: [["bbox", { score: 0.87, track_id: 3 }]],
    })
    assert.deepStrictEqual(await read(yoloDetect, `${box} 1\n0 .5 .5 .1 .1 2\n`), {
      status: undefined,
      annotations: [
        ["bbox", { track_id: 1 }],
        ["bbox", { track_id: 2 }],
      ],
    })
  })
})
