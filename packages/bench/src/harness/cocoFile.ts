/** A COCO file of polygons, in the order of its images or shuffled. */
import { createWriteStream, mkdirSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

/** As in the training set of COCO. */
const perImage = 13.5
const corners = 16
const categories = 80

export type Order = "grouped" | "shuffled"

/** Writes `annotations/instances_train.json` into the folder, and an empty folder of images, which Datumaro wants. */
export const writeCocoFile = async (folder: string, images: number, order: Order): Promise<void> => {
  mkdirSync(join(folder, "annotations"), { recursive: true })
  mkdirSync(join(folder, "images"))
  const file = createWriteStream(join(folder, "annotations/instances_train.json"))
  await pipeline(Readable.from(writeText(images, order)), file)
}

function* writeText(images: number, order: Order): Generator<string> {
  const list = (count: number, member: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => JSON.stringify(member(index))).join(",")
  yield `{"categories":[${list(categories, (index) => ({ id: index + 1, name: `category ${index + 1}` }))}],"images":[`
  yield list(images, (index) => ({
    id: index + 1,
    file_name: `${index}.jpg`,
    coco_url: `https://images.example/${index}.jpg`,
    width: 640,
    height: 480,
  }))
  yield '],"annotations":['
  const count = Math.round(images * perImage)
  for (let place = 0; place < count; place++) {
    // A step without a common divisor visits every annotation once.
    const serial = order === "grouped" ? place : (place * stepFor(count)) % count
    yield `${place === 0 ? "" : ","}${JSON.stringify(makeAnnotation(serial, images, count))}`
  }
  yield "]}"
}

const stepFor = (count: number): number => {
  const computeDivisor = (a: number, b: number): number => (b === 0 ? a : computeDivisor(b, a % b))
  let step = Math.round(count * 0.618)
  while (computeDivisor(step, count) !== 1) step += 1
  return step
}

const makeAnnotation = (serial: number, images: number, count: number) => {
  const [x, y] = [100 + ((serial * 37) % 440), 100 + ((serial * 53) % 280)]
  const ring = Array.from({ length: corners }, (_, corner) => {
    const radius = 20 + ((serial * 7 + corner * 13) % 25)
    const angle = (2 * Math.PI * corner) / corners
    return [round(x + radius * Math.cos(angle)), round(y + radius * Math.sin(angle))]
  })
  return {
    id: serial + 1,
    image_id: 1 + Math.floor((serial * images) / count),
    category_id: 1 + (serial % categories),
    bbox: [x - 45, y - 45, 90, 90],
    area: 1000,
    iscrowd: 0,
    segmentation: [ring.flat()],
  }
}

const round = (value: number): number => Number(value.toFixed(2))
