/** The edits of labels whose objects are areas of a bitmap. The pixels are painted beside; each edit names their revision. */
import { attributesOf, initialAttributes } from "../attributes/configuration.ts"
import { keyOf } from "../document/annotation.ts"
import { freePixelId, pixelIdOf, withArea, withRevision } from "../document/areas.ts"
import { annotationIn, annotationsIn } from "../document/frames.ts"
import { withoutObjects } from "../document/objects.ts"
import { type EditorState, labelOf } from "./EditorState.ts"
import { type EditName, edited, type Setting } from "./edit.ts"

/** A painted revision of the bitmap. */
export interface Painted {
  readonly revision: number
  /** The object that was painted; undefined when pixels were only erased. */
  readonly id: number | undefined
}

/** What follows from a revision is one step with it. */
const stepOf = (revision: number): string => `bitmap ${revision}`

/** The state after something was painted: a new id becomes an object of the chosen category, and is selected. */
export const painted = (
  state: EditorState,
  { id, revision }: Painted,
  { configuration }: Setting,
): EditorState => {
  if (state.readOnly) return state
  const { categoryId } = state
  const attributes = initialAttributes(attributesOf(configuration, categoryId))
  const label = id === undefined ? labelOf(state) : withArea(labelOf(state), { id, categoryId, attributes })
  const next = edited(
    state,
    id === undefined ? "erase" : "paint",
    withRevision(label, revision),
    stepOf(revision),
  )
  return id === undefined ? next : { ...next, selected: new Set([keyOf(id)]) }
}

/** The state without some objects, whose pixels have another id or none in a revision. */
export const withoutAreas = (
  state: EditorState,
  name: EditName,
  { keys, revision }: { readonly keys: ReadonlySet<string>; readonly revision: number },
): EditorState => {
  if (state.readOnly) return state
  const label = withRevision(withoutObjects(labelOf(state), keys), revision)
  const selected = new Set([...state.selected].filter((key) => !keys.has(key)))
  return { ...edited(state, name, label, stepOf(revision)), selected }
}

/**
 * The id that is painted next: that of the one selected object, unless it is locked; that of the object of a category
 * whose areas are not distinguished; else a new one.
 */
export const nextPixelId = (
  state: EditorState,
  { configuration }: Setting,
  inBitmap: Iterable<number>,
): number => {
  const [key, ...others] = state.selected
  const selected = key === undefined || others.length > 0 ? undefined : annotationIn(labelOf(state), 0, key)
  if (selected !== undefined && !state.locked.has(selected.key)) {
    const id = pixelIdOf(selected)
    if (id !== undefined) return id
  }
  const category = configuration.categories.find(({ id }) => id === state.categoryId)
  const whole =
    category?.hasInstances === false
      ? annotationsIn(labelOf(state), 0).find(
          (one) =>
            one.categoryId === category.id && !state.locked.has(one.key) && pixelIdOf(one) !== undefined,
        )
      : undefined
  return (whole && pixelIdOf(whole)) ?? freePixelId(labelOf(state), inBitmap)
}

/** The ids in the bitmap of some objects of the label. */
export const pixelIdsOf = (state: EditorState, keys: ReadonlySet<string>): ReadonlySet<number> =>
  new Set(
    annotationsIn(labelOf(state), 0).flatMap((one) => (keys.has(one.key) ? (pixelIdOf(one) ?? []) : [])),
  )
