/** LAZ files that laspy has written, against the same points as LAS. `laz/make.py` makes them. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import createLazPerf from "laz-perf/lib/node/laz-perf.js"
import { describe, expect, it } from "vitest"
import { CloudError } from "../../../../src/workbench/clouds/formats/CloudError.ts"
import { isCompressedLas } from "../../../../src/workbench/clouds/formats/lasHeader.ts"
import { type LazDecoder, parseLaz } from "../../../../src/workbench/clouds/formats/laz.ts"
import { parseCloud } from "../../../../src/workbench/clouds/formats/parseCloud.ts"

const program = readFileSync(createRequire(import.meta.url).resolve("laz-perf/lib/node/laz-perf.wasm"))

const decoder = async (): Promise<LazDecoder> => {
  const before = process.listeners("uncaughtException")
  const refusals = process.listeners("unhandledRejection")
  const made: LazDecoder = await createLazPerf({ wasmBinary: program, printErr: () => {} })
  // The build for Node ends the process on errors of others.
  for (const listener of process.listeners("uncaughtException"))
    if (!before.includes(listener)) process.off("uncaughtException", listener)
  for (const listener of process.listeners("unhandledRejection"))
    if (!refusals.includes(listener)) process.off("unhandledRejection", listener)
  return made
}

const file = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(join(import.meta.dirname, "laz", name)))

const failure = async (bytes: Uint8Array): Promise<CloudError> => {
  const ready = await decoder()
  try {
    parseLaz(bytes, ready)
  } catch (error) {
    if (error instanceof CloudError) return error
    throw error
  }
  throw new Error("The file was read.")
}

const formats = [0, 1, 2, 3, 6, 7, 8]

describe("a LAZ file", () => {
  it.each(formats)("with points of format %d has the points of the LAS file", async (format) => {
    const [las, laz] = [file(`format${format}.las`), file(`format${format}.laz`)]
    expect([isCompressedLas(las), isCompressedLas(laz)]).toEqual([false, true])
    const cloud = parseLaz(laz, await decoder())
    expect(cloud.count).toBe(250)
    expect(cloud.colors === undefined).toBe(![2, 3, 7, 8].includes(format))
    expect(cloud).toEqual(parseCloud(las, "las"))
  })

  it("that is cut off says how many bytes are missing, or that it is damaged", async () => {
    const laz = file("format7.laz")
    const table = Number(
      new DataView(laz.buffer).getBigInt64(new DataView(laz.buffer).getUint32(96, true), true),
    )
    for (const length of [375, 1000, table - 1, table + 7]) {
      const error = await failure(laz.subarray(0, length))
      expect(error).toMatchObject({ code: "truncated", details: { found: length } })
      expect(Number(error.details.expected)).toBeGreaterThan(length)
    }
    for (const cut of [1, 2, 3]) {
      const error = await failure(laz.subarray(0, laz.length - cut))
      expect(error.code).toBe("damaged")
    }
    expect(await failure(laz.subarray(0, 100))).toMatchObject({
      code: "truncated",
      details: { expected: 227 },
    })
  })

  it("with points that LASzip does not compress is refused by their format", async () => {
    const laz = file("format7.laz")
    laz[104] = 0x80 | 10
    laz[105] = 67
    expect(await failure(laz)).toMatchObject({ code: "lazFormat", details: { format: 10 } })
  })

  it("with damaged bytes is read or refused, and never breaks the next one", async () => {
    for (let at = 375; at < 4000; at += 397) {
      const laz = file("format3.laz")
      laz[at] = (laz[at] ?? 0) ^ 0xff
      const ready = await decoder()
      try {
        expect(parseLaz(laz, ready).count).toBeLessThanOrEqual(250)
      } catch (error) {
        expect(error).toBeInstanceOf(CloudError)
      }
    }
    expect(parseLaz(file("format3.laz"), await decoder()).count).toBe(250)
  })
})
