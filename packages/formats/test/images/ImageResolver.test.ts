import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { ImageResolver } from "../../src/images/ImageResolver.ts"
import { sourceOf } from "../files.ts"

const resolver = (paths: ReadonlyArray<string>, sets: ReadonlyArray<string> = []) =>
  new ImageResolver(sourceOf(Object.fromEntries(paths.map((path) => [path, ""]))), sets)

const find = (paths: ReadonlyArray<string>, name: string, record: string, set?: string) =>
  resolver(paths).find({ name, record, ...(set !== undefined && { set }) })

const refusal = (find: () => unknown): string => {
  try {
    find()
  } catch (cause) {
    return String(cause)
  }
  return ""
}

describe("the image of a record", () => {
  it("is in the folder of the record's file before any other", () => {
    const paths = ["a.png", "images/a.png", "train/a.png", "valid/a.png"]
    assert.strictEqual(find(paths, "a.png", "valid/a.xml"), "valid/a.png")
    assert.strictEqual(find(paths, "a.png", "train/a.xml"), "train/a.png")
  })

  it("is in the folder of its set, and never in that of another set", () => {
    const paths = ["images/train/a.png", "images/val/b.png", "images/a.png"]
    assert.strictEqual(
      find(paths, "a.png", "annotations/instances_train.json", "train"),
      "images/train/a.png",
    )
    assert.isUndefined(find(["images/val/b.png"], "b.png", "annotations/instances_train.json", "train"))
    assert.strictEqual(
      find(["valid/images/b.png"], "b.png", "annotations/instances_val.json", "val"),
      "valid/images/b.png",
    )
    assert.isUndefined(
      resolver(["fold2/a.png"], ["fold1", "fold2"]).find({ name: "a.png", record: "fold1/x.json" }),
    )
  })

  it("is in the set that its own path names, where the record says none", () => {
    assert.isUndefined(find(["train/0001.jpg"], "val/0001.jpg", "labels.json"))
    assert.isUndefined(find(["images/train/0001.jpg"], "data/val/0001.jpg", "labels.json"))
    assert.strictEqual(
      find(["images/train/1.jpg", "images/valid/1.jpg"], "val/1.jpg", "labels.json"),
      "images/valid/1.jpg",
    )
  })

  it("is the only one of its name, wherever its folder is", () => {
    assert.strictEqual(find(["pictures/2024/a.png", "x.png"], "a.png", "labels.json"), "pictures/2024/a.png")
    assert.match(
      refusal(() => find(["p/1/a.png", "p/2/a.png"], "a.png", "labels.json")),
      /labels.json: names the image a.png, which may be p\/1\/a.png or p\/2\/a.png/,
    )
  })

  it("has the longest end of an absolute path or of one of Windows", () => {
    const paths = ["images/cam1/a.png", "images/cam2/a.png"]
    assert.strictEqual(find(paths, "/home/me/set/images/cam2/a.png", "x.json"), "images/cam2/a.png")
    assert.strictEqual(find(paths, "D:\\sets\\cam1\\a.png", "x.json"), "images/cam1/a.png")
    assert.strictEqual(find(paths, "cam1\\a.png", "annotations/x.json"), "images/cam1/a.png")
    assert.strictEqual(find(["images/a.png"], "./a.png", "annotations/x.json"), "images/a.png")
    assert.strictEqual(find(["images/a.png"], "../images/a.png", "annotations/x.json"), "images/a.png")
  })

  it("is found without its ending, unless two files differ in it", () => {
    assert.strictEqual(find(["images/f_0.PNG"], "f_0", "annotations.xml"), "images/f_0.PNG")
    assert.strictEqual(
      find(["JPEGImages/1.png", "Masks/1.png"], "1", "Annotations/1.xml"),
      "JPEGImages/1.png",
    )
    assert.match(
      refusal(() => find(["images/1.png", "images/1.jpg"], "1", "x.json")),
      /images\/1.jpg or images\/1.png/,
    )
    assert.isUndefined(find(["images/v1.5.png"], "v1", "x.json"))
  })

  it("is found where a system changed the case or the form of letters", () => {
    assert.strictEqual(find(["images/A.JPG"], "a.jpg", "x.json"), "images/A.JPG")
    assert.strictEqual(find(["images/u\u0308.png"], "\u00fc.png", "x.json"), "images/u\u0308.png")
    assert.strictEqual(find(["p/a.png", "P/A.png"], "A.png", "x.json"), "P/A.png")
  })

  it("is not that of another record", () => {
    const found = resolver(["cam2/a.png"])
    assert.strictEqual(found.find({ name: "cam2/a.png", record: "x.json" }), "cam2/a.png")
    assert.match(
      refusal(() => found.find({ name: "cam1/a.png", record: "x.json" })),
      /names the image cam1\/a.png, for which only cam2\/a.png is there/,
    )
  })

  it("is the file as written, for any path", () => {
    const part = fc.stringMatching(/^[A-Za-z0-9 _%#,.-]{1,6}$/).filter((text) => !/^\./.test(text))
    fc.assert(
      fc.property(fc.uniqueArray(fc.array(part, { minLength: 1, maxLength: 3 }), { minLength: 1 }), (all) => {
        const paths = [...new Set(all.map((parts) => `images/${parts.join("/")}.png`))]
        const found = resolver(paths)
        for (const path of paths) {
          const name = path.slice("images/".length)
          assert.strictEqual(found.find({ name, record: "annotations/x.json" }), path)
          assert.strictEqual(
            found.find({ name: name.replaceAll("/", "\\"), record: "annotations/x.json" }),
            path,
          )
          assert.strictEqual(found.find({ name: `/home/me/${path}`, record: "annotations/x.json" }), path)
        }
      }),
    )
  })
})
