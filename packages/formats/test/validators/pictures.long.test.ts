/** Pillow reads the same values as our decoder, from PNG files of every form and from its own PNG and JPEG files. */
import fc from "fast-check"
import { assert, describe, it, type TestContext } from "vitest"
import { decodePicture } from "../../src/pictures/decodePicture.ts"
import { pngFile, pngForms, pngKinds } from "../pictures/pngFile.ts"
import { checkedBy } from "./checked.ts"
import { pythonWith } from "./python.ts"

const packages = ["numpy==2.4.6", "pillow==12.1.1"]

interface Read {
  readonly mode: string
  readonly size: readonly [number, number]
  readonly values: ReadonlyArray<number>
}

/** Prints the mode, size and values of each file. */
const reading = `
import glob, json, os, sys
import numpy as np
from PIL import Image
found = {}
for path in sorted(glob.glob(sys.argv[1] + "/*")):
    image = Image.open(path)
    found[os.path.basename(path)] = {
        "mode": image.mode, "size": image.size, "values": np.array(image).astype(int).ravel().tolist()}
print(json.dumps(found))
`

/** Pillow scales gray values of 2 and 4 bits to 255 and cuts colors of 16 bits to 8; alpha of gray pictures of 16 bits makes them RGBA. */
const asPillow = (file: Uint8Array, { mode }: Read): ReadonlyArray<number> => {
  const { channels, depth, palette, values } = decodePicture(file)
  const isScaled = palette === null && (depth === 2 || depth === 4)
  const isCut = depth === 16 && channels > 1
  const one = (value: number) => (isScaled ? (value * 255) / (2 ** depth - 1) : isCut ? value >> 8 : value)
  const found = [...values].map(one)
  if (mode !== "RGBA" || channels !== 2) return found
  return found.flatMap((value, at) => (at % 2 === 0 ? [value, value, value] : [value]))
}

const compare = (files: ReadonlyMap<string, Uint8Array>, found: Readonly<Record<string, Read>>, by = 0) => {
  assert.sameMembers(Object.keys(found), [...files.keys()])
  for (const [name, file] of files) {
    const read = found[name]
    if (read === undefined) throw new Error(`${name} was not read.`)
    const { height, width } = decodePicture(file)
    assert.deepStrictEqual([width, height], [...read.size], name)
    const ours = asPillow(file, read)
    assert.lengthOf(ours, read.values.length, `${name}, ${read.mode}`)
    const difference = Math.max(...ours.map((value, at) => Math.abs(value - (read.values[at] ?? Number.NaN))))
    assert.isAtMost(difference, by, `${name}, ${read.mode}`)
  }
}

/** Writes files by a program and returns them with what Pillow reads from them. */
const writtenBy = async (program: string, context: TestContext) => {
  const python = await pythonWith(packages)
  if (python === null) return context.skip()
  const printed = await python.run(program)
  const files: Readonly<Record<string, { readonly file: string; readonly read: Read }>> = JSON.parse(printed)
  return {
    files: new Map(Object.entries(files).map(([name, { file }]) => [name, Buffer.from(file, "base64")])),
    found: Object.fromEntries(Object.entries(files).map(([name, { read }]) => [name, read])),
  }
}

const writing = (body: string) => `
import base64, io, json
import numpy as np
from PIL import Image
found = {}
def keep(name, image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    read = Image.open(io.BytesIO(file.getvalue()))
    found[name] = {"file": base64.b64encode(file.getvalue()).decode(), "read": {
        "mode": read.mode, "size": read.size, "values": np.array(read).astype(int).ravel().tolist()}}
random = np.random.default_rng(5)
${body}
print(json.dumps(found))
`

describe("pictures", () => {
  it("of every form have the same values for Pillow", { timeout: 300_000 }, async (context) => {
    const forms = pngKinds.flatMap((kind) => fc.sample(pngForms(kind), { numRuns: 30, seed: 7 }))
    const files = new Map(
      forms.map((form, at) => [
        `${form.colorType}-${form.depth}-${form.isInterlaced ? "i" : "n"}-${at}.png`,
        pngFile(form),
      ]),
    )
    // The program's result is one object of what Pillow read.
    compare(files, (await checkedBy(packages, reading, files, context)) as Record<string, Read>)
  })

  it("of Pillow's PNG encoder are read", { timeout: 300_000 }, async (context) => {
    const { files, found } = await writtenBy(
      writing(`
for width, height in ((1, 1), (7, 5), (8, 8), (31, 17)):
    for bits in (1, 2, 4, 8):
        indexes = random.integers(0, 2 ** bits, (height, width)).astype(np.uint8)
        image = Image.fromarray(indexes).convert("P")
        image.putpalette([value % 256 for value in range(3 * 2 ** bits)])
        image.putdata(indexes.ravel().tolist())
        keep(f"palette-{bits}-{width}.png", image, "PNG", bits=bits)
        keep(f"transparent-{bits}-{width}.png", image, "PNG", bits=bits, transparency=0, optimize=True)
    for mode, channels in (("L", 1), ("LA", 2), ("RGB", 3), ("RGBA", 4)):
        values = random.integers(0, 256, (height, width, channels)).astype(np.uint8)
        keep(f"{mode}-{width}.png", Image.fromarray(values[:, :, 0] if channels == 1 else values), "PNG")
    keep(f"bits-{width}.png", Image.fromarray(random.integers(0, 2, (height, width)) > 0), "PNG")
    keep(f"deep-{width}.png", Image.fromarray(random.integers(0, 65536, (height, width)).astype(np.uint16)), "PNG")
`),
      context,
    )
    assert.isAtLeast(files.size, 40)
    compare(files, found)
  })

  it("of Pillow's JPEG encoder are read, up to the rounding of decoders", {
    timeout: 300_000,
  }, async (context) => {
    const { files, found } = await writtenBy(
      writing(`
y, x = np.mgrid[0:37, 0:53]
colors = np.stack([x * 4, y * 6, (x + y) * 2], axis=2).astype(np.uint8)
for progressive in (False, True):
    for mode in ("L", "RGB"):
        image = Image.fromarray(colors).convert(mode)
        keep(f"{mode}-{progressive}.jpg", image, "JPEG", quality=92, subsampling=0, progressive=progressive)
`),
      context,
    )
    compare(files, found, 4)
  })
})
