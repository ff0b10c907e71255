import { assert, describe, it } from "vitest"
import { memorySource } from "../../src/files/Source.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { openpcdet } from "../../src/openpcdet/openpcdet.ts"
import { readFiles, refusal, sourceOf } from "../files.ts"
import { collected } from "../roundTrip.ts"

/** As `numpy.save` writes an array. */
const npy = (descr: "<f4" | "<f8" | "<i4", shape: ReadonlyArray<number>, bytes: Uint8Array) => {
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(", ")}), }`
  const header = `${text.padEnd(117, " ")}\n`
  const start = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, header.length & 255, header.length >> 8])
  return new Uint8Array(Buffer.concat([start, Buffer.from(header, "latin1"), bytes]))
}

const points = new Uint8Array(Float32Array.of(1, 2, 3, 0.5, 4, 5, 6, 0.25).buffer)
const doubles = new Uint8Array(Float64Array.of(1, 2, 3, 0.5, 4, 5, 6, 0.25).buffer)

const files = {
  "ImageSets/train.txt": "000000\n",
  "ImageSets/val.txt": "000001\n",
  "labels/000000.txt":
    "1.5 1.46 0.1 5.12 1.85 4.13 1.56 Vehicle\n5.5 0.57 0.41 1.08 0.74 1.95 -7 Pedestrian\n",
  "labels/000001.txt": "",
  "points/000000.npy": npy("<f4", [2, 4], points),
  "points/000001.npy": npy("<f8", [2, 4], doubles),
}

describe("OpenPCDet's custom datasets", () => {
  it("are read with their sets, and headings within half a turn", async () => {
    const { dataset, losses, scenes } = await readFiles(openpcdet, files)
    assert.deepStrictEqual(losses, [])
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["Pedestrian", "Vehicle"],
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, name, split }) => [name, split, frames[0]?.annotations.length]),
      [
        ["000000", "train", 2],
        ["000001", "val", 0],
      ],
    )
    const [vehicle, pedestrian] = scenes[0]?.frames[0]?.annotations ?? []
    assert.deepInclude(vehicle, {
      position: { x: 1.5, y: 1.46, z: 0.1 },
      dimensions: { x: 5.12, y: 1.85, z: 4.13 },
    })
    assert.closeTo(vehicle?.type === "cuboid" ? vehicle.yaw : 0, 1.56, 1e-12)
    assert.closeTo(pedestrian?.type === "cuboid" ? pedestrian.yaw : 0, 2 * Math.PI - 7, 1e-12)
  })

  it("have the arrays of NumPy as the floats that Annotary shows", async () => {
    const saved = new Map<string, Uint8Array>()
    const { records } = await importDataset({
      format: openpcdet,
      source: sourceOf(files),
      save: async ({ content, path }) => {
        saved.set(path, Buffer.concat(await collected(content)))
        return `/files/${path}`
      },
    })
    const [first] = await collected(records)
    assert.deepStrictEqual(first?.attributes.pcd, { url: "/files/points/000000.bin", type: "binary-xyzi" })
    for (const name of ["000000", "000001"])
      assert.deepStrictEqual(new Uint8Array(saved.get(`points/${name}.bin`) ?? []), points)
  })

  it("count rows and arrays that cannot be read, with their places, and keep the rest", async () => {
    const { losses, scenes } = await readFiles(openpcdet, {
      ...files,
      "labels/000001.txt": "1 2 3 4 5 6 Car\n1 2 3 4 5 6 0 Car\n1 2 3 4 nan 6 0 Car\n",
      "labels/000002.txt": "1 2 3 4 5 6 0 Car\n",
      "points/000002.npy": npy("<i4", [2, 4], points),
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.annotations.length]),
      [
        ["000000", 2],
        ["000001", 1],
      ],
    )
    const reason = "is not x, y, z, dx, dy, dz, heading and a category"
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["records", ["points/000002.npy is not an array of rows of four or five floats"]],
        ["rows", [`labels/000001.txt line 1 ${reason}`, `labels/000001.txt line 3 ${reason}`]],
      ],
    )
  })

  it("are refused where no row or no array is what it should be", async () => {
    assert.match(
      await refusal(openpcdet, { ...files, "labels/000000.txt": "1 2 3 4 5 6 Car\n" }),
      /labels\/000000.txt: line 1 is not x, y, z, dx, dy, dz, heading and a category/,
    )
    const { "labels/000001.txt": _, "points/000001.npy": __, ...single } = files
    for (const [array, reason] of [
      [npy("<i4", [2, 4], points), /points\/000000.npy: is not an array of rows of four or five floats/],
      [npy("<f4", [2_000_000_000, 4], points), /ends before its 2000000000 points/],
      [Uint8Array.of(0x93, ...Buffer.from("NUMPY"), 1, 0), /is not an array of NumPy/],
    ] as const)
      assert.match(await refusal(openpcdet, { ...single, "points/000000.npy": array }), reason)
  })

  it("take the sets of the lists beside their folder, whatever the sets are called, and names from every folder", async () => {
    const row = "1 2 3 4 5 6 0 Car\n"
    const { scenes } = await readFiles(openpcdet, {
      "a/ImageSets/train.txt": "000000\r\n",
      "a/labels/000000.txt": row,
      "b/ImageSets/night.txt": "000000\n",
      "b/ImageSets/trainval.txt": "000000\n",
      "b/labels/000000.txt": row,
    })
    assert.deepStrictEqual(
      scenes.map(({ name, split }) => [name, split]),
      [
        ["a/000000", "train"],
        ["b/000000", "night"],
      ],
    )
  })

  it("are not boxes of YOLO, whose rows begin with the class", async () => {
    const yolo = memorySource(new Map([["labels/a.txt", new TextEncoder().encode("0 0.5 0.5 0.1 0.1\n")]]))
    assert.isUndefined(await openpcdet.reader?.detect(yolo))
  })
})
