/** `overlapping-boxes`: finds pairs of boxes of one image that cover nearly the same pixels. */
import { type Annotation, listTracks, type Scene } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import { type Report, work } from "../Report.ts"
import { type Box, computeBox, getImageDrawing } from "./drawing.ts"

const defaultIou = 0.9

type Boxed = Box & { readonly annotation: Annotation }

/** The maximum number of reported pairs of one scene, because many boxes may lie in one place. */
const mostPairs = 100_000

/** One warning for each pair. */
export const checkOverlappingBoxes = (
  scenes: ReadonlyArray<Scene>,
  compiled: CompiledQualityRule<"overlapping-boxes">,
  report: Report,
): void => {
  for (const scene of scenes) {
    if (!report.spend(1 + work.limit * scene.annotations.length)) return
    const { pairs, truncated } = findPairs(listBoxes(scene, compiled), compiled, report)
    if (truncated) report.cut()
    for (const pair of pairs) addPair(scene, pair, compiled, report)
  }
}

interface Pair {
  readonly a: Annotation
  readonly b: Annotation
  readonly measured: number
}

/** Compares boxes whose ranges of x overlap, in the order of x. */
const findPairs = (
  boxes: ReadonlyArray<Boxed>,
  { rule }: CompiledQualityRule<"overlapping-boxes">,
  report: Report,
): { readonly pairs: ReadonlyArray<Pair>; readonly truncated: boolean } => {
  const pairs: Array<Pair> = []
  let open: Array<Boxed> = []
  for (const box of boxes) {
    open = open.filter(({ right }) => right > box.left)
    if (!report.spend(open.length)) return { pairs, truncated: true }
    for (const other of open) {
      if (!isCompared(box, other, rule.across_categories === true)) continue
      const measured = computeIou(box, other)
      if (!(measured > (rule.max_iou ?? defaultIou))) continue
      if (pairs.length === mostPairs || !report.spend(work.finding)) return { pairs, truncated: true }
      const [a, b] =
        box.annotation.id < other.annotation.id
          ? [box.annotation, other.annotation]
          : [other.annotation, box.annotation]
      pairs.push({ a, b, measured })
    }
    open.push(box)
  }
  return { pairs, truncated: false }
}

const addPair = (
  scene: Scene,
  { a, b, measured }: Pair,
  { index, rule }: CompiledQualityRule<"overlapping-boxes">,
  report: Report,
): void =>
  report.add(
    scene,
    {
      rule: rule.name,
      ruleIndex: index,
      message: `Boxes ${a.id} and ${b.id} overlap with an intersection over union of ${measured}.`,
      annotationIds: [a.id, b.id],
      trackIds: listTracks(a, b),
      measured,
      limit: rule.max_iou ?? defaultIou,
    },
    [a.source, b.source],
  )

/** In the order of x, without boxes that have no area. */
const listBoxes = (
  { annotations }: Scene,
  { applies }: CompiledQualityRule<"overlapping-boxes">,
): ReadonlyArray<Boxed> => {
  const boxes = annotations.flatMap((annotation): ReadonlyArray<Boxed> => {
    const drawing = applies(annotation.categoryId) ? getImageDrawing(annotation) : null
    if (drawing?.type !== "bbox") return []
    const box = computeBox(drawing.points)
    return computeArea(box) > 0 ? [{ ...box, annotation }] : []
  })
  return boxes.sort((a, b) => a.left - b.left || a.annotation.id - b.annotation.id)
}

const computeArea = ({ bottom, left, right, top }: Box): number => (right - left) * (bottom - top)

const computeIou = (a: Box, b: Box): number => {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / (computeArea(a) + computeArea(b) - width * height)
}

const isCompared = (a: Boxed, b: Boxed, acrossCategories: boolean): boolean =>
  acrossCategories || a.annotation.categoryId === b.annotation.categoryId
