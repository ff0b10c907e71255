/** The names of the shapes of an image. A pan or a zoom draws one canvas, and no component anew. */
import { useEffect, useMemo, useRef } from "react"
import type { NameChoice } from "../../display/DisplaySettings.ts"
import type { DrawnAnnotation } from "../../editor/label/annotation.ts"
import type { Category } from "../../editor/label/attributes/configuration.ts"
import { type Bounds, computeBounds } from "../../geometry/outline.ts"
import { type PlacedName, paintNames } from "../names/paintNames.ts"
import classes from "./canvas.module.css"
import type { ViewportStore } from "./ViewportStore.ts"

interface NameLayerProps {
  readonly categories: ReadonlyArray<Category>
  readonly choice: NameChoice
  readonly selected: ReadonlySet<string>
  readonly shapes: ReadonlyArray<DrawnAnnotation>
  readonly viewport: ViewportStore
}

interface Named {
  readonly text: string
  readonly color: string
  readonly bounds: Bounds
  readonly isSelected: boolean
}

/** Below this size on the screen, a name would hide its object and more. In pixels. */
const leastSize = 10

export const NameLayer = ({ categories, choice, selected, shapes, viewport }: NameLayerProps) => {
  const ref = useRef<HTMLCanvasElement>(null)
  const named = useMemo(
    () =>
      listNamed(
        choice === "all" ? shapes : shapes.filter(({ key }) => selected.has(key)),
        categories,
        selected,
      ),
    [choice, shapes, categories, selected],
  )
  useEffect(() => {
    const draw = () => {
      if (ref.current !== null) paintNames(ref.current, viewport.screen, placeNames(named, viewport))
    }
    draw()
    return viewport.subscribe(draw)
  }, [named, viewport])
  return <canvas ref={ref} className={classes.layer} />
}

/** Selected objects come first, and larger ones before smaller ones. */
const listNamed = (
  shapes: ReadonlyArray<DrawnAnnotation>,
  categories: ReadonlyArray<Category>,
  selected: ReadonlySet<string>,
): ReadonlyArray<Named> => {
  const byId = new Map(categories.map((category) => [category.id, category]))
  return shapes
    .map(({ categoryId, key, points }) => {
      const category = byId.get(categoryId)
      return {
        text: `${category?.name ?? categoryId} ${key}`,
        color: category?.color ?? "#f0f0f0",
        bounds: computeBounds(points),
        isSelected: selected.has(key),
      }
    })
    .toSorted(
      (a, b) => Number(b.isSelected) - Number(a.isSelected) || computeSize(b.bounds) - computeSize(a.bounds),
    )
}

const computeSize = ({ bottom, left, right, top }: Bounds): number => (right - left) * (bottom - top)

/** The names of the shapes in view. */
function* placeNames(named: ReadonlyArray<Named>, { screen, state }: ViewportStore): Iterable<PlacedName> {
  const { scale, x, y } = state
  for (const { bounds, color, isSelected, text } of named) {
    const [left, top] = [(bounds.left - x) * scale, (bounds.top - y) * scale]
    const [right, bottom] = [(bounds.right - x) * scale, (bounds.bottom - y) * scale]
    if (right < 0 || bottom < 0 || left > screen.width || top > screen.height) continue
    const isPoint = right === left && bottom === top
    if (!isSelected && !isPoint && Math.max(right - left, bottom - top) < leastSize) continue
    yield { text, color, at: [left, top] }
  }
}
