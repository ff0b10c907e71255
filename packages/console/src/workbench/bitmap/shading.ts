/** The colors of the areas of a label, sent when they change. */
import type { Shading } from "../model/bitmap/shade.ts"
import type { Annotation } from "../model/document/annotation.ts"
import { pixelIdOf } from "../model/document/areas.ts"
import { annotationsIn } from "../model/document/frames.ts"
import type { Editor } from "../model/editor/Editor.ts"
import { type EditorState, labelOf } from "../model/editor/EditorState.ts"
import { pixelIdsOf } from "../model/editor/paint.ts"
import { isHidden } from "../model/editor/visible.ts"
import { numberOf } from "../model/json/value.ts"

/** Returns a function that sends the shading if it has changed. */
export const makeShader = (editor: Editor, frame: number, send: (shading: Shading) => void): (() => void) => {
  let shown: EditorState | undefined
  return () => {
    const { state } = editor
    if (shown !== undefined && looksLike(shown, state, frame)) return
    shown = state
    send(shadingOf(editor, frame))
  }
}

const looksLike = (a: EditorState, b: EditorState, frame: number): boolean =>
  annotationsIn(labelOf(a), frame) === annotationsIn(labelOf(b), frame) &&
  a.selected === b.selected &&
  a.hidden === b.hidden &&
  a.hidesOthers === b.hidesOthers

const shadingOf = ({ setting, state }: Editor, frame: number): Shading => {
  const label = labelOf(state)
  const categories = new Map(setting.configuration.categories.map((one) => [one.id, one]))
  const colors = new Map<number, number>()
  const hidden = new Set<string>()
  for (const annotation of annotationsIn(label, frame)) {
    const id = pixelIdOf(annotation)
    if (id === undefined) continue
    const category = categories.get(annotation.categoryId)
    const bytes = bytesOf(category?.color ?? "")
    colors.set(id, wordOf(category?.hasInstances === false ? bytes : varied(bytes, seedOf(annotation, id))))
    if (isHidden(state, annotation.key)) hidden.add(annotation.key)
  }
  return {
    colors,
    selected: pixelIdsOf(label, frame, state.selected),
    hidden: pixelIdsOf(label, frame, hidden),
  }
}

/** An object has one color in all frames, whatever its id in their bitmaps is. */
const seedOf = ({ trackId }: Annotation, id: number): number => {
  const track = numberOf(trackId)
  return Number.isFinite(track) ? track : id
}

export type Bytes = readonly [red: number, green: number, blue: number]

const wordOf = ([red, green, blue]: Bytes): number => red | (green << 8) | (blue << 16)

/** A color that is a little lighter or darker for each object, to distinguish neighbors of one category. */
export const varied = (bytes: Bytes, id: number): Bytes => {
  // The golden ratio spreads successive ids over the range.
  const share = ((id * 0.618_034) % 1) * 0.7 - 0.3
  const toward = share > 0 ? 255 : 0
  const mix = (byte: number) => Math.round(byte + (toward - byte) * Math.abs(share))
  return [mix(bytes[0]), mix(bytes[1]), mix(bytes[2])]
}

/** The bytes of a color as `configuration.ts` writes it: `rgb(46 160 255)`, or `hsl(137 75% 60%)`. */
export const bytesOf = (color: string): Bytes => {
  const [a = 160, b = 160, c = 160] = (color.match(/[\d.]+/g) ?? []).map(Number)
  if (!color.startsWith("hsl")) return [a, b, c]
  const [saturation, lightness] = [b / 100, c / 100]
  const byteAt = (offset: number) => {
    const place = (offset + a / 30) % 12
    const strength = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  }
  return [byteAt(0), byteAt(8), byteAt(4)]
}
