import { assert, describe, it } from "vitest"
import { cvat } from "../../src/cvat/cvat.ts"
import { memorySource } from "../../src/files/Source.ts"
import { formats } from "../../src/formats.ts"
import { detectFormats } from "../../src/importing/detect.ts"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import { dataset, drawings, frame, scene, writtenWithImages } from "../validators/images.ts"

describe("files of CVAT, Labelme and Label Studio", () => {
  it.each([cvat, labelme, labelStudio])("are no other format: $title", async (format) => {
    const made = { dataset: dataset("vector"), scenes: [scene("a", "image-vector", [frame(drawings)])] }
    const source = memorySource(await writtenWithImages(format, made))
    const found = await detectFormats(source, formats)
    assert.deepStrictEqual(
      found.map(({ format }) => format.name),
      [format.name],
    )
  })
})
