/** Samples from the keys of a bucket whose server answers more than a folder may have. */
import { assert, describe, it } from "vitest"
import { LeftOut, readBucketRecords } from "../../src/transfers/bucketRecords.ts"

async function* listKeys(count: number) {
  for (let index = 0; index < count; index++) yield `raw/drive/${String(index).padStart(3, "0")}.pcd`
}

const readAll = async (count: number, mostFrames: number) => {
  const folder = {
    taskType: "pointcloud-cuboid-sequence",
    prefix: "raw/",
    urlOf: (key: string) => `s3://data/${key}`,
    mostFrames,
  } as const
  const names: Array<string> = []
  for await (const { name } of readBucketRecords(listKeys(count), folder, new LeftOut())) names.push(name)
  return names
}

describe("a folder of frames", () => {
  it("is one sequence up to the most frames of one, and ends the import by name beyond", async () => {
    assert.deepStrictEqual(await readAll(10, 10), ["drive"])
    const error: unknown = await readAll(11, 10).catch((cause: unknown) => cause)
    assert.include(
      String(error),
      "The folder raw/drive/ has more than 10 files, the most frames of a sequence.",
    )
    assert.strictEqual(Reflect.get(Object(error), "name"), "FormatError")
  })
})
