/** Images for benchmarks of agreement. */
import { makeRandom, type PersonLabel } from "@annotary/core/agreement"

export const people = ["ana", "ben", "eve"]
const boxesPerImage = 10

export const configuration = {
  categories: [1, 2, 3].map((id) => ({
    id,
    name: `category ${id}`,
    attributes: [{ name: "color", input_type: "select" as const, values: ["red", "blue"] }],
  })),
}

interface Box {
  readonly person: string
  readonly category: number
  /** Left, top, width, height. */
  readonly bounds: readonly [number, number, number, number]
}

/** Boxes of three people who see the same objects, a few pixels apart. */
export function* makeImages(count: number): Generator<ReadonlyArray<Box>> {
  const random = makeRandom(1)
  for (let image = 0; image < count; image++)
    yield Array.from({ length: boxesPerImage }, () => {
      const [left, top, width, height] = [
        1800 * random(),
        900 * random(),
        30 + 100 * random(),
        30 + 100 * random(),
      ]
      const category = 1 + Math.floor(3 * random())
      return people.map((person) => ({
        person,
        category: random() < 0.95 ? category : 1,
        bounds: [left + 4 * random(), top + 4 * random(), width, height] as const,
      }))
    }).flat()
}

export const toLabels = (boxes: ReadonlyArray<Box>): ReadonlyArray<PersonLabel> =>
  people.map((person) => ({
    person,
    label: {
      annotations: boxes
        .filter((box) => box.person === person)
        .map(({ bounds: [left, top, width, height], category }, index) => ({
          id: index + 1,
          category_id: category,
          type: "bbox",
          points: [
            [left, top],
            [left + width, top + height],
          ],
          attributes: { color: index % 2 === 0 ? "red" : "blue" },
        })),
    },
  }))

export const toCoco = (images: ReadonlyArray<ReadonlyArray<Box>>) => ({
  images: images.map((_, id) => ({ id, file_name: `${id}.jpg`, height: 1000, width: 2000, raters: people })),
  annotations: images.flatMap((boxes, image_id) =>
    boxes.map(({ bounds, category, person }) => ({
      image_id,
      category_id: category,
      bbox: bounds,
      rater: person,
    })),
  ),
})
