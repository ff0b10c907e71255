/** What holds for the merge of any labels. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { type LabelMerge, type LabelText, makeRandom, mergeLabels } from "../../src/agreement.ts"
import { configuration } from "./makeLabels.ts"

type Random = () => number

const kinds = ["bbox", "cuboid", "rotated_box", "polygon", "point"] as const

const pick = <A>(random: Random, values: ReadonlyArray<A>): A =>
  values[Math.floor(random() * values.length)] as A

/** An object near a place of its own, so that objects of the same place resemble each other. */
const makeObject = (random: Random, place: number, id: number): object => {
  const vary = (value: number, by = 1) => value + Math.round((random() - 0.5) * by * 4) / 4
  const [x, y] = [vary(100 * place), vary(20)]
  const object = {
    id,
    category_id: pick(random, [1, 1, 1, 2]),
    attributes: { color: pick(random, ["red", "blue", ""]), doors: pick(random, [2, 4]) },
  }
  switch (kinds[place % kinds.length]) {
    case "cuboid":
      return {
        ...object,
        type: "cuboid",
        position: { x, y, z: vary(1) },
        dimensions: { x: vary(10), y: vary(8), z: vary(6) },
        yaw: vary(3, 0.5),
      }
    case "rotated_box":
      return {
        ...object,
        type: "polygon",
        points: [
          [x, y],
          [x + 20, y],
          [x + 20, y + 10],
          [x, y + 10],
        ],
        shape: {
          type: "rotated_box",
          center: [x + 10, y + 5],
          size: [vary(20), vary(10)],
          angle: vary(0, 0.5),
        },
      }
    case "polygon":
      return {
        ...object,
        type: "polygon",
        points: [
          [x, y],
          [x + 20, y],
          [x, vary(60)],
        ],
      }
    case "point":
      return { ...object, type: "point", points: [[x, y]] }
    default:
      return {
        ...object,
        type: "bbox",
        points: [
          [x, y],
          [vary(100 * place + 20), vary(50)],
        ],
      }
  }
}

/** Labels of several people; frames make their objects tracks. */
const makeLabels = (random: Random): ReadonlyArray<LabelText> => {
  const frames = pick(random, [0, 3])
  const places = [...Array(6).keys()].filter(() => random() < 0.8)
  const makeScene = (firstId: number) => ({
    annotations: places
      .filter(() => random() < 0.8)
      .map((place) => {
        const id = firstId + place
        const object = makeObject(random, place, id)
        return frames === 0 ? object : { ...object, track_id: id }
      }),
    image_attributes: { weather: pick(random, ["sun", "rain"]) },
  })
  return Array.from({ length: 2 + Math.floor(random() * 4) }, (_, person) => {
    const firstId = 1 + Math.floor(random() * 20)
    const label =
      frames === 0 ? makeScene(firstId) : { frames: Array.from({ length: frames }, () => makeScene(firstId)) }
    return { person: `p${person}`, label: JSON.stringify(label) }
  })
}

const merge = (labels: ReadonlyArray<LabelText>): LabelMerge => {
  const result = mergeLabels(configuration, labels)
  return result.refusal === null ? result : assert.fail(`is refused: ${result.refusal}`)
}

const forLabels = (check: (labels: ReadonlyArray<LabelText>, random: Random) => void) =>
  checkProperty(
    FastCheck.property(FastCheck.integer({ min: 1, max: 2 ** 31 - 1 }), (seed) => {
      const random = makeRandom(seed)
      check(makeLabels(random), random)
    }),
    500,
  )

interface Box {
  readonly points: ReadonlyArray<ReadonlyArray<number>>
}

const listBoxes = (text: string | null): ReadonlyArray<Box> => {
  const { annotations = [] } = JSON.parse(text ?? "{}")
  return annotations.filter(({ type }: { readonly type: string }) => type === "bbox")
}

describe("the merge of any labels", () => {
  it("is the label that all of them are, byte by byte", () =>
    forLabels(([first]) => {
      const labels = ["a", "b", "c"].map((person) => ({ person, label: first?.label ?? null }))
      const merged = merge(labels)
      assert.strictEqual(merged.label, first?.label)
      assert.isTrue(
        merged.objects.every(({ geometry, sources }) => geometry === "same" && sources.length === 3),
      )
    }))

  it("does not depend on the order and the names of people", () =>
    forLabels((labels, random) => {
      const merged = merge(labels)
      const names = labels.map((_, index) => `q${index}`)
      const renamed = labels.map(({ label }) => ({
        person: names.splice(Math.floor(random() * names.length), 1)[0] ?? "",
        label,
      }))
      const shuffled = renamed.toSorted(({ person: a }, { person: b }) => (a < b ? -1 : 1))
      const other = merge(shuffled)
      assert.strictEqual(other.label, merged.label)
      const strip = ({ objects }: LabelMerge) =>
        objects.map(({ sources, ...object }) => ({ ...object, ids: sources.map(({ id }) => id) }))
      assert.deepStrictEqual(strip(other), strip(merged))
    }))

  it("has boxes between those that they are the mean of", () =>
    forLabels((labels) => {
      const merged = merge(labels)
      const all = labels.flatMap(({ label }) => listBoxes(label))
      for (const { points } of listBoxes(merged.label)) {
        const near = all.filter(
          ({ points: [corner] }) => Math.abs((corner?.[0] ?? 0) - (points[0]?.[0] ?? 0)) < 50,
        )
        for (const corner of [0, 1])
          for (const axis of [0, 1]) {
            const values = near.map((box) => box.points[corner]?.[axis] ?? Number.NaN)
            assert.isAtLeast(points[corner]?.[axis] ?? Number.NaN, Math.min(...values))
            assert.isAtMost(points[corner]?.[axis] ?? Number.NaN, Math.max(...values))
          }
      }
    }))

  it("has ids that are unique in their scene, and names every object that went in or was left out", () =>
    forLabels((labels) => {
      const merged = merge(labels)
      const label = JSON.parse(merged.label ?? "{}")
      for (const { annotations } of label.frames ?? [label]) {
        const ids = annotations.map(({ id }: { readonly id: number }) => id)
        assert.strictEqual(new Set(ids).size, ids.length)
      }
      const named = [...merged.objects.map(({ sources }) => sources), ...merged.omitted].flat()
      const count = ({ label: text }: LabelText): number => {
        const parsed = JSON.parse(text ?? "{}")
        const scenes = parsed.frames ?? [parsed]
        return new Set(
          scenes.flatMap(
            ({ annotations }: { readonly annotations: ReadonlyArray<{ readonly id: number }> }) =>
              annotations.map(({ id }) => id),
          ),
        ).size
      }
      assert.strictEqual(
        named.length,
        labels.reduce((sum, each) => sum + count(each), 0),
      )
    }))
})
