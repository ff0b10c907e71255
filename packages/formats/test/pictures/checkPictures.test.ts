import { assert, describe, it } from "vitest"
import { measureStream } from "../../src/files/imageSize.ts"
import { checkPictures } from "../../src/pictures/checkPictures.ts"
import { collected, each } from "../roundTrip.ts"
import { orientedJpeg } from "./oriented.ts"

const stored = { width: 100, height: 40 }
const url = "https://images.example/a.jpg"

const measureBy =
  (open: (url: string) => Promise<AsyncIterable<Uint8Array> | null>) => async (address: string) => {
    const content = await open(address)
    return content === null ? null : await measureStream(content)
  }

const faults = async (size: object, orientation: number) => {
  const open = async (address: string) => (address === url ? each([orientedJpeg(stored, orientation)]) : null)
  const sample = { name: "a", attributes: { image: { url, ...size } } }
  return (await collected(checkPictures(sample, "vector", measureBy(open)))).map(({ kind, message }) => [
    kind,
    message,
  ])
}

// biome-ignore lint/correctness/useYield: it fails before its first part.
async function* brokenStream(): AsyncGenerator<Uint8Array> {
  throw new Error("the disk fails")
}

describe("the sizes of a sample", () => {
  it("have no fault where they are those of the upright pictures, or are not stated", async () => {
    assert.deepStrictEqual(await faults({ width: 100, height: 40 }, 1), [])
    assert.deepStrictEqual(await faults({ width: 40, height: 100 }, 6), [])
    assert.deepStrictEqual(await faults({ width: 100, height: 40 }, 3), [])
    assert.deepStrictEqual(await faults({}, 6), [])
  })

  it("are not looked at where the attributes are malformed, which is named", async () => {
    const check = (attributes: unknown, taskType: string) =>
      collected(checkPictures({ name: "a", attributes }, taskType, async () => null))
    for (const [attributes, taskType, place] of [
      [{ image: "a.png" }, "vector", "/attributes/image"],
      [{ frames: 3 }, "image-vector-sequence", "/attributes/frames"],
      [{ sensors: [{}] }, "multisensor-sequence", "/attributes/sensors/0"],
    ] as const) {
      const found = await check(attributes, taskType)
      assert.deepInclude(found[0], { kind: "unreadable", url: "", frame: null, sensor: null }, place)
      assert.include(found[0]?.message, `The attributes of the sample cannot be read: ${place}`)
      assert.lengthOf(found, 1)
    }
  })

  it("are named where the label was imported in the frame of the stored picture", async () => {
    assert.deepStrictEqual(await faults({ width: 100, height: 40 }, 8), [
      [
        "stored-frame",
        "The picture is seen as 40 × 100 (EXIF orientation 8), but the sample states 100 × 40: its label may be in the frame of the file as stored.",
      ],
    ])
  })

  it("are named where they are of another picture", async () => {
    assert.deepStrictEqual(await faults({ width: 100, height: 50 }, 1), [
      ["size", "The picture is 100 × 40, but the sample states 100 × 50."],
    ])
  })

  it("are named as unreadable where the file cannot be read, and the pictures after it are compared", async () => {
    const open = async (address: string) =>
      address === url ? each([orientedJpeg(stored, 1)]) : brokenStream()
    const camera = (address: string) => ({ url: address, width: 9, height: 9 })
    const attributes = {
      pcd: { url: "https://clouds.example/a.pcd", type: "pcd" },
      images: [camera("https://images.example/b.jpg"), camera(url)],
    }
    const found = await collected(
      checkPictures({ name: "a", attributes }, "pointcloud-cuboid", measureBy(open)),
    )
    assert.deepStrictEqual(
      found.map(({ kind, message }) => [kind, message]),
      [
        ["unreadable", "The picture https://images.example/b.jpg cannot be read: the disk fails."],
        ["size", "The picture is 100 × 40, but the sample states 9 × 9."],
      ],
    )
  })

  it("are compared in each frame and camera of sequences and sensors, where the file can be opened", async () => {
    const open = async (address: string) => (address === url ? each([orientedJpeg(stored, 6)]) : null)
    const frame = (image: object, images: ReadonlyArray<object> = []) => ({
      pcd: { url: "https://clouds.example/a.pcd", type: "pcd" },
      image,
      images,
    })
    const frames = [
      frame({ url, width: 40, height: 100 }),
      frame({ url: "https://images.example/b.jpg", width: 1, height: 1 }, [{ url, width: 100, height: 40 }]),
    ]
    const sample = {
      name: "a",
      attributes: {
        sensors: [{ name: "front", task_type: "pointcloud-cuboid-sequence", attributes: { frames } }],
      },
    }
    const found = await collected(checkPictures(sample, "multisensor-sequence", measureBy(open)))
    assert.deepStrictEqual(
      found.map(({ frame: index, kind, sensor }) => [index, sensor, kind]),
      [[1, "front", "stored-frame"]],
    )
  })
})
