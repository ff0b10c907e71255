/** Bitmaps of labels in the tests: written, read back from the server, and painted with a mouse. */
import { decode, encode } from "fast-png"
import type { Page } from "playwright-core"
import type { TestServer } from "./server.ts"

/** A bitmap as a PNG file, with the id of each pixel. */
export const bitmapFile = (
  width: number,
  height: number,
  idAt: (x: number, y: number) => number,
): Uint8Array => {
  const data = new Uint8Array(width * height * 4)
  for (let index = 0; index < width * height; index++) {
    const id = idAt(index % width, Math.floor(index / width))
    data.set([id & 255, (id >> 8) & 255, id >> 16, 255], index * 4)
  }
  return encode({ width, height, data, channels: 4, depth: 8 })
}

/** Stores a file as an asset, and returns its address. */
export const storedAsset = async (
  server: TestServer,
  name: string,
  file: Uint8Array,
  key?: string,
): Promise<string> => {
  const asset = (await server.call("POST", "/assets/", { filename: name }, key)) as {
    readonly url: string
    readonly presignedPostFields: { readonly url: string; readonly fields: Readonly<Record<string, string>> }
  }
  const form = new FormData()
  for (const [field, value] of Object.entries(asset.presignedPostFields.fields)) form.append(field, value)
  form.append("file", new Blob([new Uint8Array(file)]), name)
  const response = await fetch(asset.presignedPostFields.url, { method: "POST", body: form })
  if (!response.ok) throw new Error(`The upload returned HTTP status ${response.status}.`)
  return asset.url
}

/** The pixels of a stored bitmap. */
export interface StoredPixels {
  /** The id of a pixel. */
  readonly idAt: (x: number, y: number) => number
  /** The number of pixels by id. */
  readonly areas: ReadonlyMap<number, number>
  readonly opaque: boolean
}

export interface StoredBitmap extends StoredPixels {
  readonly url: string
  readonly annotations: ReadonlyArray<{
    readonly id: number
    readonly category_id: number
    readonly attributes?: unknown
  }>
}

/** Reads the file at an address. */
export const pixelsAt = async (url: string): Promise<StoredPixels> => {
  const { channels, data, width } = decode(new Uint8Array(await (await fetch(url)).arrayBuffer()))
  if (channels !== 4) throw new Error(`The bitmap has ${channels} channels.`)
  const byte = (at: number) => data[at] ?? 0
  const idAt = (x: number, y: number) => {
    const at = (y * width + x) * 4
    return byte(at) + 256 * byte(at + 1) + 65_536 * byte(at + 2)
  }
  const areas = new Map<number, number>()
  let opaque = true
  for (let at = 0; at < data.length; at += 4) {
    const id = byte(at) + 256 * byte(at + 1) + 65_536 * byte(at + 2)
    areas.set(id, (areas.get(id) ?? 0) + 1)
    opaque &&= byte(at + 3) === 255
  }
  return { idAt, areas, opaque }
}

/** The bitmap of the ground truth of a sample, from the file that its label names. */
export const readBitmap = async (server: TestServer, sample: string): Promise<StoredBitmap> => {
  const { attributes } = (await server.call("GET", `/labels/${sample}/ground-truth/`)) as {
    readonly attributes: {
      readonly annotations: StoredBitmap["annotations"]
      readonly segmentation_bitmap: { readonly url: string }
    }
  }
  const { url } = attributes.segmentation_bitmap
  return { url, annotations: attributes.annotations, ...(await pixelsAt(url)) }
}

/** Waits until the bitmap is drawn. */
export const shownBitmap = (page: Page): Promise<unknown> =>
  page.locator("[role=application] canvas").first().waitFor({ state: "attached" })

/** A point of the image on the screen. */
export const onScreen = (
  page: Page,
  x: number,
  y: number,
): Promise<{ readonly x: number; readonly y: number }> =>
  page.evaluate(
    ([imageX, imageY]) => {
      const svg = document.querySelector<SVGSVGElement>("[role=application] svg")
      const box = svg?.viewBox.baseVal
      const area = svg?.getBoundingClientRect()
      if (box === undefined || area === undefined) throw new Error("There is no canvas.")
      return {
        x: area.left + ((imageX - box.x) / box.width) * area.width,
        y: area.top + ((imageY - box.y) / box.height) * area.height,
      }
    },
    [x, y] as const,
  )

/** Presses at the first point of the image, moves over the others, and releases at the last. */
export const strokeOver = async (
  page: Page,
  ...points: ReadonlyArray<readonly [number, number]>
): Promise<void> => {
  for (const [index, [x, y]] of points.entries()) {
    const at = await onScreen(page, x, y)
    await page.mouse.move(at.x, at.y)
    if (index === 0) await page.mouse.down()
  }
  await page.mouse.up()
}
