/** Writes a generated dataset of boxes as a format, or reads it, in a separate process, and prints what it took. */
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import {
  exportDataset,
  folderSource,
  folderTarget,
  formats,
  importDataset,
  type WireSample,
} from "@annotary/formats"

/** Boxes of an image. */
const perImage = 10
const categories = 80
const [name = "", images = "0", folder = "", isRead] = process.argv.slice(2)

/** The same boxes at each run, within an image of 1920 × 1080. */
const makeBox = (serial: number) => {
  const x = ((serial * 7919) % 18_000) / 10
  const y = ((serial * 104_729) % 9_000) / 10
  const points = [
    [x, y],
    [x + 20 + (serial % 100), y + 20 + (serial % 150)],
  ]
  return { id: (serial % perImage) + 1, category_id: (serial % categories) + 1, type: "bbox", points }
}

async function* makeSamples(): AsyncGenerator<WireSample> {
  for (let i = 0; i < Number(images); i++) {
    const stem = String(i).padStart(7, "0")
    yield {
      name: stem,
      attributes: { image: { url: `https://images.example/${stem}.jpg`, width: 1920, height: 1080 } },
      metadata: {},
      label: { annotations: Array.from({ length: perImage }, (_, k) => makeBox(i * perImage + k)) },
      split: "train",
    }
  }
}

const countBytes = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => (entry.isFile() ? sum + statSync(join(entry.parentPath, entry.name)).size : sum),
    0,
  )

const format = formats.find((one) => one.name === name)
if (format === undefined) throw new Error(`There is no format ${name}.`)
const write = async () => {
  const target = folderTarget(folder)
  await exportDataset({
    format,
    dataset: {
      name: "boxes",
      description: "",
      taskType: "bboxes",
      categories: Array.from({ length: categories }, (_, index) => ({
        id: index + 1,
        name: `category ${index + 1}`,
        color: null,
        hasInstances: true,
        attributes: [],
      })),
      imageAttributes: [],
    },
    samples: makeSamples(),
    target,
    open: async () => null,
    files: "link",
  })
  await target.close()
}

const read = async () => {
  const source = await folderSource(folder)
  const { records } = await importDataset({ format, source, save: async ({ path }) => path })
  let boxCount = 0
  for await (const { label } of records) boxCount += Object.keys(label ?? {}).length
  if (boxCount < Number(images)) throw new Error(`Only ${boxCount} records were read.`)
}

const begun = process.cpuUsage()
await (isRead === undefined ? write() : read())
const { system, user } = process.cpuUsage(begun)
/** Of all threads: other work of the machine does not count. */
const seconds = (user + system) / 1e6
// The largest memory of a process is in kilobytes.
const peakMegabytes = process.resourceUsage().maxRSS / 1000
process.stdout.write(
  `${JSON.stringify({ seconds, peakMegabytes, megabytes: countBytes(folder) / 1e6, boxes: Number(images) * perImage })}\n`,
)
