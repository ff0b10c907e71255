/** Lists and folders of YOLO whose paths began on another machine. */
import { assert, describe, it } from "vitest"
import { yoloDetect } from "../../src/yolo/formats.ts"
import { readFiles } from "../files.ts"

/** Each image has its label beside it. */
const addLabels = (files: Readonly<Record<string, string>>) => ({
  ...files,
  ...Object.fromEntries(
    Object.keys(files)
      .filter((path) => path.endsWith(".jpg"))
      .map((path) => [path.replace(/jpg$/, "txt"), "0 .5 .5 .2 .2\n"]),
  ),
})

const readUrls = async (files: Readonly<Record<string, string>>) =>
  (await readFiles(yoloDetect, addLabels(files))).scenes.map(({ frames }) => frames[0]?.image?.url)

describe("a path of YOLO", () => {
  it("of an image is the longer end in another spelling before a shorter one as it is written", async () => {
    for (const [line, file] of [
      ["Images/Cam/a.jpg", "images/cam/a.jpg"],
      ["/home/me/Images/Cam/a.jpg", "images/cam/a.jpg"],
      ["images/cam%201/a.jpg", "images/cam 1/a.jpg"],
    ] as const) {
      const files = { "data.yaml": "train: train.txt\nnames: [car]\n", "train.txt": `${line}\n`, "a.jpg": "" }
      assert.deepStrictEqual(await readUrls({ ...files, [file]: "" }), [file])
      assert.deepStrictEqual(await readUrls(files), ["a.jpg"])
    }
  })

  it("of a folder is the longer end in another spelling before a shorter one as it is written", async () => {
    for (const train of ["/home/me/Data/Cam", "Data/Cam"]) {
      const files = { "data.yaml": `path: ../Own\ntrain: ${train}\nnames: [car]\n`, "own/data/cam/b.jpg": "" }
      assert.deepStrictEqual(await readUrls({ ...files, "data/cam/a.jpg": "", "Cam/c.jpg": "" }), [
        train.startsWith("/") ? "data/cam/a.jpg" : "own/data/cam/b.jpg",
      ])
    }
  })
})
