/** Pillow turns pictures upright as we do, in each kind of file that has an orientation. */
import { assert, describe, it } from "vitest"
import { measureBytes } from "../../src/files/imageSize.ts"
import { decodePicture } from "../../src/pictures/decodePicture.ts"
import { turnValues } from "../../src/pictures/turn.ts"
import { orientations, orientedJpeg, orientedPng, orientedTiff } from "../pictures/oriented.ts"
import { checkedBy } from "./checked.ts"
import { pythonWith } from "./python.ts"

const packages = ["numpy==2.4.6", "pillow==12.1.1"]

const stored = { width: 7, height: 5 }

interface Upright {
  readonly size: readonly [number, number]
  readonly values: ReadonlyArray<number>
}

const reading = `
import glob, io, json, os, sys
import numpy as np
from PIL import Image, ImageOps
found = {}
for path in sorted(glob.glob(sys.argv[1] + "/*")):
    # By its path, Pillow maps an uncompressed TIFF into memory and leaves it as stored.
    with open(path, "rb") as file:
        image = ImageOps.exif_transpose(Image.open(io.BytesIO(file.read())))
    found[os.path.basename(path)] = {"size": image.size, "values": np.array(image).astype(int).ravel().tolist()}
print(json.dumps(found))
`

const writing = `
import base64, io, json
from PIL import Image, ImageOps
found = {}
for kind in ("JPEG", "PNG", "WEBP", "TIFF", "MPO"):
    for orientation in range(1, 9):
        file = io.BytesIO()
        image = Image.new("RGB", (300, 200), (9, 99, 199))
        exif = Image.Exif()
        exif[0x010F] = "Maker"
        exif[0x0112] = orientation
        image.save(file, kind, exif=exif)
        upright = ImageOps.exif_transpose(Image.open(io.BytesIO(file.getvalue())))
        found[f"{kind}-{orientation}"] = {
            "file": base64.b64encode(file.getvalue()).decode(), "size": upright.size}
print(json.dumps(found))
`

describe("pictures with an EXIF orientation", () => {
  it("are turned as Pillow turns them", { timeout: 300_000 }, async (context) => {
    const png = (orientation: number) => orientedPng(stored, orientation, (x, y) => [x * 30, y * 40, 7])
    const files = new Map(orientations.map((orientation) => [`${orientation}.png`, png(orientation)]))
    for (const orientation of orientations) {
      files.set(`${orientation}.jpg`, orientedJpeg(stored, orientation))
      files.set(`${orientation}.tif`, orientedTiff(stored, orientation))
    }
    // The program's result is one object of what Pillow read.
    const found = (await checkedBy(packages, reading, files, context)) as Readonly<Record<string, Upright>>
    for (const [name, file] of files) {
      const measured = await measureBytes(file)
      assert.deepStrictEqual(found[name]?.size, [measured?.size.width ?? 0, measured?.size.height ?? 0], name)
    }
    for (const orientation of orientations)
      assert.deepStrictEqual(
        [...turnValues(orientation, stored, decodePicture(png(orientation)).values, 3)],
        found[`${orientation}.png`]?.values,
        `orientation ${orientation}`,
      )
  })

  it("of Pillow have the sizes that Pillow sees", { timeout: 300_000 }, async (context) => {
    const python = await pythonWith(packages)
    if (python === null) return context.skip()
    const found: Readonly<Record<string, { file: string; size: [number, number] }>> = JSON.parse(
      await python.run(writing),
    )
    assert.lengthOf(Object.keys(found), 40)
    for (const [name, { file, size }] of Object.entries(found)) {
      const measured = await measureBytes(Buffer.from(file, "base64"))
      assert.deepStrictEqual(measured?.orientation, Number(name.slice(-1)), name)
      assert.deepStrictEqual([measured?.size.width, measured?.size.height], size, name)
    }
  })
})
