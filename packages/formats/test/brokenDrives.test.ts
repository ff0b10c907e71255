import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { argoverse2 } from "../src/argoverse2/argoverse2.ts"
import { Losses } from "../src/carry/Losses.ts"
import { datumaro } from "../src/datumaro/datumaro.ts"
import type { Format } from "../src/Format.ts"
import { FormatError } from "../src/FormatError.ts"
import { memorySource } from "../src/files/Source.ts"
import { kitti } from "../src/kitti/object.ts"
import { kittiTracking } from "../src/kitti/tracking.ts"
import { nuscenes } from "../src/nuscenes/nuscenes.ts"
import { openlabel } from "../src/openlabel/openlabel.ts"
import { countRuns } from "./countRuns.ts"
import { camera, dataset, drive } from "./drive.ts"
import { collected, written } from "./roundTrip.ts"

/** A text, number or word of JSON. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null/g

const others = [
  "null",
  "[]",
  "{}",
  '"x"',
  "-1",
  "1e400",
  "true",
  "12.5",
  '"__proto__"',
  "99999999999999999999",
  '""',
  "nan",
]

type Damage = (content: Uint8Array) => Uint8Array

/** A byte changes, the file ends early, or a value becomes another one. */
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.tuple(fc.nat(), fc.nat(255)).map(([at, value]) => (content: Uint8Array) => {
    const changed = Uint8Array.from(content)
    if (changed.length > 0) changed[at % changed.length] = value
    return changed
  }),
  fc.nat().map((end) => (content: Uint8Array) => content.subarray(0, end % (content.length + 1))),
  fc.tuple(fc.nat(), fc.constantFrom(...others)).map(([at, other]) => (content: Uint8Array) => {
    const text = new TextDecoder().decode(content)
    const tokens = [...text.matchAll(token)]
    const found = tokens[at % Math.max(tokens.length, 1)]
    if (found === undefined) return content
    const changed = `${text.slice(0, found.index)}${other}${text.slice(found.index + found[0].length)}`
    return new TextEncoder().encode(changed)
  }),
)

const readAll = async (format: Format, files: ReadonlyMap<string, Uint8Array>): Promise<void> => {
  const source = memorySource(files)
  if (format.reader === undefined || (await format.reader.detect(source)) === undefined) return
  const { scenes } = await format.reader.read(source, {
    limits: source.limits,
    losses: new Losses(),
    sizeOf: async () => null,
  })
  await collected(scenes)
}

describe("a broken file", () => {
  const scene = drive({ frames: 2, tracks: 3, isMoving: true, cameras: [camera] })
  for (const format of [openlabel, kitti, kittiTracking, argoverse2, nuscenes, datumaro])
    it(`of ${format.title} is read or refused, with its path`, async () => {
      const { files } = await written(format, { dataset, scenes: [scene] })
      const paths = [...files.keys()]
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), damage, async (path, change) => {
          const content = change(files.get(path) ?? new Uint8Array())
          const error = await readAll(format, new Map([...files, [path, content]])).catch(
            (cause: unknown) => cause,
          )
          if (error === undefined) return
          assert.instanceOf(error, FormatError)
          assert.notStrictEqual(error.path, "")
        }),
        { numRuns: countRuns(80) },
      )
    }, 60_000)
})
