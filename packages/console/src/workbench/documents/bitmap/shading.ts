/** The colors of the areas of a label, sent when they change. */
import type { Editor } from "../../editor/Editor.ts"
import { type EditorState, getLabel, isHidden } from "../../editor/EditorState.ts"
import { listPixelIds } from "../../editor/edits/paint.ts"
import { toNumber } from "../../editor/json/value.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { readPixelId } from "../../editor/label/areas.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import type { Shading } from "./shade.ts"

/** Returns a function that sends the shading if it has changed. */
export const makeShader = (editor: Editor, frame: number, send: (shading: Shading) => void): (() => void) => {
  let shown: EditorState | undefined
  return () => {
    const { state } = editor
    if (shown !== undefined && isSameLook(shown, state, frame)) return
    shown = state
    send(makeShading(editor, frame))
  }
}

const isSameLook = (a: EditorState, b: EditorState, frame: number): boolean =>
  listAnnotations(getLabel(a), frame) === listAnnotations(getLabel(b), frame) &&
  a.selected === b.selected &&
  a.hidden === b.hidden &&
  a.hidesOthers === b.hidesOthers

const makeShading = ({ setting, state }: Editor, frame: number): Shading => {
  const label = getLabel(state)
  const categories = new Map(setting.configuration.categories.map((one) => [one.id, one]))
  const colors = new Map<number, number>()
  const hidden = new Set<string>()
  for (const annotation of listAnnotations(label, frame)) {
    const id = readPixelId(annotation)
    if (id === undefined) continue
    const category = categories.get(annotation.categoryId)
    const bytes = parseColor(category?.color ?? "")
    colors.set(
      id,
      packColor(category?.hasInstances === false ? bytes : varyColor(bytes, computeSeed(annotation, id))),
    )
    if (isHidden(state, annotation.key)) hidden.add(annotation.key)
  }
  return {
    colors,
    selected: listPixelIds(label, frame, state.selected),
    hidden: listPixelIds(label, frame, hidden),
  }
}

/** An object has one color in all frames, whatever its id in their bitmaps is. */
const computeSeed = ({ trackId }: Annotation, id: number): number => {
  const track = toNumber(trackId)
  return Number.isFinite(track) ? track : id
}

export type Bytes = readonly [red: number, green: number, blue: number]

const packColor = ([red, green, blue]: Bytes): number => red | (green << 8) | (blue << 16)

/** A color that is a little lighter or darker for each object, to distinguish neighbors of one category. */
export const varyColor = (bytes: Bytes, id: number): Bytes => {
  // The golden ratio spreads successive ids over the range.
  const share = ((id * 0.618_034) % 1) * 0.7 - 0.3
  const toward = share > 0 ? 255 : 0
  const mixByte = (byte: number) => Math.round(byte + (toward - byte) * Math.abs(share))
  return [mixByte(bytes[0]), mixByte(bytes[1]), mixByte(bytes[2])]
}

/** The bytes of a color as `configuration.ts` writes it: `rgb(46 160 255)`, or `hsl(137 75% 60%)`. */
export const parseColor = (color: string): Bytes => {
  const [a = 160, b = 160, c = 160] = (color.match(/[\d.]+/g) ?? []).map(Number)
  if (!color.startsWith("hsl")) return [a, b, c]
  const [saturation, lightness] = [b / 100, c / 100]
  const parseByte = (offset: number) => {
    const place = (offset + a / 30) % 12
    const strength = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  }
  return [parseByte(0), parseByte(8), parseByte(4)]
}
