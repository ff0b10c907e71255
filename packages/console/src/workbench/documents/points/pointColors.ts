/** The colors of points by the objects that they belong to. */
import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { Editor } from "../../editor/Editor.ts"
import { getLabel, isHidden } from "../../editor/EditorState.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { parseColor, varyColor } from "../bitmap/shading.ts"
import { readPointId } from "./targets.ts"

/** Red, green, blue and whether it is drawn, from the lowest byte on. */
type Word = number

const packColor = (red: number, green: number, blue: number, shown = true): Word =>
  (red | (green << 8) | (blue << 16) | (shown ? 0xff000000 : 0)) >>> 0

/** Points of no object, and those whose object the label does not have. */
const [unassigned, unknown] = [packColor(104, 110, 118), packColor(190, 190, 190)]

/** The colors by id. The selected object is the brightest; the others step back behind it. */
export const makeColors = ({ setting, state }: Editor, frame: number): ReadonlyMap<number, Word> => {
  const categories = new Map(setting.configuration.categories.map((one) => [one.id, one]))
  const annotations = listAnnotations(getLabel(state), frame)
  const selects = annotations.some(({ key }) => state.selected.has(key))
  const words = new Map<number, Word>([[0, unassigned]])
  for (const annotation of annotations) {
    const id = readPointId(annotation)
    if (id === undefined) continue
    const category = categories.get(annotation.categoryId)
    const bytes = parseColor(category?.color ?? "")
    const [red, green, blue] = category?.hasInstances === false ? bytes : varyColor(bytes, id)
    const share = !selects ? 0 : state.selected.has(annotation.key) ? 0.55 : -0.35
    const toward = share > 0 ? 255 : 0
    const mixByte = (byte: number) => Math.round(byte + (toward - byte) * Math.abs(share))
    words.set(id, packColor(mixByte(red), mixByte(green), mixByte(blue), !isHidden(state, annotation.key)))
  }
  return words
}

/** Above this, ids are looked up one by one: a table would be too large. */
const mostInTable = 1 << 20

/** Writes the color of each point of a cloud: four bytes for a point, in the order in which it is drawn. */
export const writeColors = (
  { count, order }: PreparedCloud,
  ids: Uint32Array,
  words: ReadonlyMap<number, Word>,
  into: Uint8Array,
): void => {
  const colors = new Uint32Array(into.buffer, into.byteOffset, count)
  const highest = Math.max(...words.keys())
  const table = highest < mostInTable ? new Uint32Array(highest + 1).fill(unknown) : undefined
  if (table !== undefined) for (const [id, color] of words) table[id] = color
  for (let point = 0; point < count; point++) {
    const id = ids[order[point] ?? 0] ?? 0
    colors[point] = (table === undefined ? words.get(id) : table[id]) ?? unknown
  }
}
