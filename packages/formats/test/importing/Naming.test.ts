import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { Naming } from "../../src/importing/Naming.ts"
import { emptyFrame } from "../../src/model/empty.ts"
import type { Frame } from "../../src/model/Scene.ts"

interface Named {
  readonly file: string
  readonly split: string | null
  readonly set?: string
  readonly frames?: ReadonlyArray<Frame>
}

const namesOf = (scenes: ReadonlyArray<Named>): ReadonlyArray<string> => {
  const naming = new Naming()
  const all = scenes.map((scene) => ({ name: scene.file, sensor: null, ...scene }))
  for (const scene of all) naming.add(scene)
  naming.settle()
  return all.map((scene) => naming.getSampleName(scene))
}

/** A sample of an image by its path or URL, whose last part is the file. */
const inFolder = (url: string): Named => ({
  file: url.slice(url.lastIndexOf("/") + 1),
  split: null,
  frames: [{ ...emptyFrame, image: { url, size: null } }],
})

describe("names of samples", () => {
  it("are the files without their endings, which stay where two names differ by them", () => {
    const split = null
    assert.deepStrictEqual(
      namesOf([
        { file: "a.png", split },
        { file: "a.gif", split },
        { file: "b/c.d.JPG", split },
        { file: "v1.5", split },
      ]),
      ["a.png", "a.gif", "b/c.d", "v1.5"],
    )
  })

  it("are the whole paths of images that share a file below several folders, and one image twice is refused", () => {
    const of = (url: string) => ({
      file: url.slice(url.lastIndexOf("/") + 1),
      split: null,
      frames: [{ ...emptyFrame, image: { url, size: null } }],
    })
    const left = "left/images/a.png"
    assert.deepStrictEqual(namesOf([of(left), of("right/images/a.png"), of("right/images/b.png")]), [
      "left/images/a",
      "right/images/a",
      "b",
    ])
    assert.deepStrictEqual(namesOf([of(left), of("right/images/a.png"), of("left/images/a.gif")]), [
      "left/images/a.png",
      "right/images/a.png",
      "a.gif",
    ])
    assert.throws(
      () => namesOf([of(left), of("right/images/a.png"), of(left)]),
      /is the image of two samples/,
    )
  })

  it("are whole paths also where a short digest of these would be one, as that of Aa and BB", () => {
    assert.deepStrictEqual(namesOf([inFolder("Aa/images/a.png"), inFolder("BB/images/a.png")]), [
      "Aa/images/a",
      "BB/images/a",
    ])
  })

  it("are the URLs of images that only their hosts or queries tell apart", () => {
    const at = (url: string, file: string) => ({ ...inFolder(url), file })
    assert.deepStrictEqual(
      namesOf([
        at("https://h1/a.png", "a.png"),
        at("https://h2/a.png", "a.png"),
        at("https://h1/get?id=1", "get"),
        at("https://h1/get?id=2", "get"),
        at("https://h1/b.png", "b.png"),
      ]),
      ["https/h1/a", "https/h2/a", "https/h1/get?id=1", "https/h1/get?id=2", "b"],
    )
  })

  it("take a time that grows with the number of samples where folders share one name of a file", () => {
    const scenes = Array.from({ length: 40_000 }, (_, index) => inFolder(`seq${index}/images/rgb.png`))
    const start = performance.now()
    assert.strictEqual(new Set(namesOf(scenes)).size, scenes.length)
    const spread = scenes.map((scene, index) => ({ ...scene, split: `s${index}` }))
    assert.strictEqual(new Set(namesOf(spread)).size, scenes.length)
    // Each pair of them took half a minute.
    assert.isBelow(performance.now() - start, 4000)
  })

  it("begin with the set everywhere, where two sets share one", () => {
    assert.deepStrictEqual(
      namesOf([
        { file: "0.png", split: "train" },
        { file: "0.png", split: "val", set: "valid" },
        { file: "1.png", split: "train" },
        { file: "2.png", split: null },
      ]),
      ["train/0", "valid/0", "train/1", "2"],
    )
  })

  it("that files give begin with the set where two sets share one, and are refused twice in one", () => {
    const given = (name: string, split: string | null, sensor: string | null = null) => ({
      name,
      split,
      sensor,
    })
    const name = (scenes: ReadonlyArray<ReturnType<typeof given>>) => {
      const naming = new Naming()
      for (const scene of scenes) naming.add(scene)
      naming.settle()
      return scenes.map((scene) => naming.getSampleName(scene))
    }
    assert.deepStrictEqual(
      name([given("a", "train"), given("a", "val"), given("b", "val"), given("c", null)]),
      ["train/a", "val/a", "val/b", "c"],
    )
    assert.deepStrictEqual(name([given("a", "train", "lidar"), given("a", "train", "radar")]), ["a", "a"])
    assert.throws(() => name([given("a", "train"), given("a", "train")]), /has the sample "a" twice/)
  })

  it("are refused where one image has two samples", () => {
    assert.throws(
      () =>
        namesOf([
          { file: "a.png", split: "train" },
          { file: "a.png", split: "train" },
        ]),
      /train\/a.png: is the image of two samples/,
    )
  })

  it("are different for different files of any sets", () => {
    const file = fc.constantFrom(
      "a.png",
      "a.gif",
      "a",
      "a.png.jpg",
      "a.gif.png",
      "b/a.png",
      "a%20b.png",
      "a b.png",
    )
    const split = fc.constantFrom(null, "train", "val")
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ file, split }), { selector: (one) => `${one.split} ${one.file}` }),
        (scenes) => {
          const names = namesOf(scenes)
          assert.strictEqual(new Set(names).size, names.length, names.join(" "))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
