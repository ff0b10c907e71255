/** Each object of a release is drawn exactly once, whatever its labels are like: a property over labels of all task types. */
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { readPopulation } from "../../src/audits/readPopulation.ts"

/** A number in JSON text, with all its digits; undefined for none. */
type Digits = string | undefined

interface Annotation {
  readonly id: Digits
  readonly track: Digits
}
type Frames = ReadonlyArray<ReadonlyArray<Annotation>>

const large = ["9007199254740992", "9007199254740993", "9007199254740994"]
const digits: fc.Arbitrary<Digits> = fc.oneof(
  fc.constantFrom("1", "2", "3", ...large),
  fc.constantFrom('"1"', "1.5", "null", undefined),
)
const annotations = fc.array(fc.record({ id: digits, track: digits }), { maxLength: 5 })
const frames: fc.Arbitrary<Frames> = fc.array(annotations, { maxLength: 4 })
const names = fc.constantFrom("a", "b", "a/track:1", "sensor:a", "%", "1", "\ud800", "\udfff")

/** The labels of images and clouds, of sequences, and of several sensors: task types differ in nothing else that counts. */
const labels = fc.oneof(
  fc.record({ kind: fc.constant("still" as const), annotations }),
  fc.record({ kind: fc.constant("sequence" as const), frames }),
  fc.record({
    kind: fc.constant("sensors" as const),
    sensors: fc.array(fc.record({ name: names, frames }), { maxLength: 4 }),
  }),
)
type Label = typeof labels extends fc.Arbitrary<infer A> ? A : never

const formatAnnotations = (all: ReadonlyArray<Annotation>) =>
  `"annotations":[${all
    .map(({ id, track }) => {
      const members = [id === undefined ? [] : `"id":${id}`, track === undefined ? [] : `"track_id":${track}`]
      return `{${[...members.flat(), '"category_id":1'].join()}}`
    })
    .join()}]`

const formatFrames = (all: Frames) => `{"frames":[${all.map((one) => `{${formatAnnotations(one)}}`).join()}]}`

const formatLabel = (label: Label): string => {
  if (label.kind === "still") return `{${formatAnnotations(label.annotations)}}`
  if (label.kind === "sequence") return formatFrames(label.frames)
  const sensors = label.sensors.map(
    (sensor) => `{"name":${JSON.stringify(sensor.name)},"attributes":${formatFrames(sensor.frames)}}`,
  )
  return `{"sensors":[${sensors.join()}]}`
}

const isInteger = (text: Digits) => text !== undefined && /^\d+$/.test(text)

/** The pointers of annotations, in groups that are one object each: an independent definition, by pairs. */
const groupFrames = (all: Frames, pointer: string): ReadonlyArray<ReadonlyArray<string>> => {
  const isTrack = (track: Digits) =>
    isInteger(track) && all.every((one) => one.filter((other) => other.track === track).length <= 1)
  const groups: Array<{ readonly track: Digits; readonly pointers: Array<string> }> = []
  for (const [frame, one] of all.entries())
    for (const [index, { track }] of one.entries()) {
      const own = `${pointer}/frames/${frame}/annotations/${index}`
      const group = isTrack(track) ? groups.find((other) => other.track === track) : undefined
      if (group === undefined) groups.push({ track: isTrack(track) ? track : undefined, pointers: [own] })
      else group.pointers.push(own)
    }
  return groups.map(({ pointers }) => pointers)
}

const groupLabel = (label: Label): ReadonlyArray<ReadonlyArray<string>> => {
  if (label.kind === "still") return label.annotations.map((_, index) => [`/annotations/${index}`])
  if (label.kind === "sequence") return groupFrames(label.frames, "")
  return label.sensors.flatMap((sensor, index) => groupFrames(sensor.frames, `/sensors/${index}/attributes`))
}

const makeId = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, "0")}`

const readObjects = (all: ReadonlyArray<Label>, limit: number) => {
  const lines = all.map(
    (label, index) =>
      `{"uuid":"${makeId(index)}","labels":{"ground-truth":{"label_status":"LABELED","attributes":${formatLabel(label)}}}}`,
  )
  const text = `{"name":"v1","dataset":{"samples":[\n${lines.join(",\n")}\n]}}\n`
  const query = { labelset: "ground-truth", unit: "objects", seed: "seed", limit } as const
  return Effect.runPromise(readPopulation(Stream.make(new TextEncoder().encode(text)), query))
}

describe("the population of an audit of objects", () => {
  it("has each object of each label exactly once, with a key of its own", async () => {
    const property = fc.asyncProperty(fc.array(labels, { maxLength: 4 }), async (all) => {
      const population = await readObjects(all, 1000)
      const groups = all.flatMap((label, index) =>
        groupLabel(label).map((pointers) => `${makeId(index)}${pointers[0]}`),
      )
      assert.strictEqual(population.size, groups.length)
      assert.sameMembers(
        population.draws.map(({ object, sampleId }) => `${sampleId}${object?.pointer}`),
        groups,
      )
      assert.strictEqual(new Set(population.draws.map(({ key }) => key)).size, groups.length)
      for (const { key, object, sampleId } of population.draws) {
        assert.strictEqual(key, object?.key)
        assert.isTrue(key.startsWith(`${sampleId}/`))
        assert.isTrue(key.isWellFormed())
      }
      const three = await readObjects(all, 3)
      assert.deepStrictEqual(three.draws, population.draws.slice(0, 3))
      assert.strictEqual(three.size, groups.length)
    })
    await fc.assert(property, { numRuns: 400 })
  })
})
