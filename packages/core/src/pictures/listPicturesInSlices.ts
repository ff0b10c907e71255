/** Lists the pictures of samples with attributes of any length. */
import { Effect } from "effect"
import { castToJsonText, parseJson } from "../domain/JsonText.ts"
import { findValueEnd, isArrayAt, isObjectAt, visitItems, visitMembers } from "../domain/jsonSpans.ts"
import type { Sample } from "../domain/Sample.ts"
import { runInSlices } from "../jobs/betweenBatches.ts"
import { findPictures, hasLongAttributes, listPictures, type NamedPicture } from "./findPictures.ts"

/** As `listPictures`. Long attributes are parsed frame by frame, and other work goes on meanwhile. */
export const listPicturesInSlices = (
  sample: Pick<Sample, "attributes">,
): Effect.Effect<ReadonlyArray<NamedPicture>> =>
  Effect.suspend(() => {
    const { attributes } = sample
    return attributes === null || !hasLongAttributes(sample)
      ? Effect.succeed(listPictures(sample))
      : runInSlices(listStepwise(attributes))
  })

/** A part of the attributes that names pictures: a frame, or a member of the attributes. */
interface Part {
  readonly pointer: string
  /** The member; absent for a frame. */
  readonly key?: string
  readonly start: number
  readonly end: number
}

function* listStepwise(text: string): Generator<void, ReadonlyArray<NamedPicture>> {
  const pictures: Array<NamedPicture> = []
  for (const { end, key, pointer, start } of findParts(text, /\S/.exec(text)?.index ?? 0, "").parts) {
    const value: unknown = parseJson(castToJsonText(text.slice(start, end)))
    pictures.push(...findPictures(key === undefined ? value : { [key]: value }, pointer))
    yield
  }
  return pictures
}

/** Of a key that is there more than once, the last value counts, as in every parser. */
const findParts = (text: string, start: number, pointer: string) => {
  if (!isObjectAt(text, start)) return { parts: [], end: findValueEnd(text, start) }
  const byKey = new Map<string, ReadonlyArray<Part>>()
  const end = visitMembers(text, start, (key, value) => {
    if ((key === "frames" || key === "sensors") && isArrayAt(text, value)) {
      const items = findItems(text, value, `${pointer}/${key}`, key === "sensors")
      byKey.set(key, items.parts)
      return items.end
    }
    const valueEnd = findValueEnd(text, value)
    byKey.set(key, key === "image" || key === "images" ? [{ pointer, key, start: value, end: valueEnd }] : [])
    return valueEnd
  })
  return { parts: [...byKey.values()].flat(), end }
}

const findItems = (text: string, start: number, pointer: string, areSensors: boolean) => {
  const parts: Array<Part> = []
  let index = 0
  const end = visitItems(text, start, (item) => {
    const place = `${pointer}/${index++}`
    if (areSensors && isObjectAt(text, item)) {
      let own: ReadonlyArray<Part> = []
      const itemEnd = visitMembers(text, item, (key, value) => {
        if (key !== "attributes") return findValueEnd(text, value)
        const inner: { readonly parts: ReadonlyArray<Part>; readonly end: number } = findParts(
          text,
          value,
          `${place}/attributes`,
        )
        own = inner.parts
        return inner.end
      })
      parts.push(...own)
      return itemEnd
    }
    const itemEnd = findValueEnd(text, item)
    parts.push({ pointer: place, start: item, end: itemEnd })
    return itemEnd
  })
  return { parts, end }
}
