/** Labels of segmented clouds without their lists of ids, which are nearly all of their text. */
import { isArrayAt } from "../../domain/jsonSpans.ts"
import type { IdRuns } from "../geometry/runs.ts"
import type { MergedElements } from "../merge/LabelMerge.ts"
import { applyEdits, canHaveKey, type Edit, readLabelText, type Span } from "../merge/labelText.ts"
import { readIdsInSteps, writeIdsInSteps } from "./readIds.ts"

/** The text of a label, in which a short word stands for each list of ids. */
export interface SplitLabel {
  readonly text: string
  /** The ids of a scene, by its key; undefined where the label has no list there. */
  readonly ids: ReadonlyMap<string, IdRuns>
}

export interface SplitLabels {
  /** In the order of the texts; null for null. */
  readonly labels: ReadonlyArray<SplitLabel | null>
  /** Returns the word for the merged ids of a scene. */
  readonly keepIds: (elements: MergedElements) => string
  /** The merged ids of bitmaps, by their words. */
  readonly listMergedBitmaps: () => ReadonlyArray<readonly [word: string, elements: MergedElements]>
  /** Puts the lists, and the links of merged bitmaps, in the place of their words. */
  readonly restoreInSteps: (text: string, links: ReadonlyMap<string, string>) => Generator<void, string>
}

interface FoundList {
  readonly span: Span
  readonly list: string
}

/**
 * Splits off the lists of the labels of one sample. Words are in the order of the lists as text, so that labels compare as they did. Null where
 * all lists together have more than `maxRuns` runs.
 */
export function* splitIdsInSteps(
  texts: ReadonlyArray<string | null>,
  maxRuns: number,
): Generator<void, SplitLabels | null> {
  const runs = new Map<string, IdRuns>()
  let left = maxRuns
  const places: Array<ReadonlyMap<string, FoundList>> = []
  for (const text of texts) {
    const lists = new Map<string, FoundList>()
    for (const [key, span] of text === null ? [] : listSpans(text)) {
      const list = (text ?? "").slice(...span)
      lists.set(key, { span, list })
      if (runs.has(list)) continue
      const ids = yield* readIdsInSteps(list, [0, list.length], left)
      if (ids === null) return null
      left -= ids.ids.length
      runs.set(list, ids)
    }
    places.push(lists)
    yield
  }
  const words = new Map(
    [...runs.keys()].toSorted(compareText).map((list, rank) => [list, makeWord("#", rank)]),
  )
  const merged: Array<MergedElements> = []
  const restored = new Map([...words].map(([list, word]) => [word, list]))
  return {
    labels: texts.map((text, index) => {
      if (text === null) return null
      const lists = [...(places[index] ?? [])]
      const edits = lists.map(([, { list, span }]): Edit => ({ span, by: words.get(list) ?? list }))
      return {
        text: applyEdits(text, edits),
        ids: new Map(lists.flatMap(([key, { list }]) => toEntries(key, runs.get(list)))),
      }
    }),
    keepIds: (elements) => makeWord("=", merged.push(elements) - 1),
    listMergedBitmaps: () =>
      merged.flatMap((elements, index) =>
        elements.key === "segmentation_bitmap" ? [[makeWord("=", index), elements] as const] : [],
      ),
    *restoreInSteps(text, links) {
      for (const [word, link] of links) restored.set(word, link)
      for (const [index, { ids, key }] of merged.entries())
        if (key === "point_annotations") restored.set(makeWord("=", index), yield* writeIdsInSteps(ids))
      const edits = (restored.size === 0 ? [] : listElements(text)).flatMap(
        ({ span }): ReadonlyArray<Edit> => {
          const by = restored.get(text.slice(...span))
          return by === undefined ? [] : [{ span, by }]
        },
      )
      return applyEdits(text, edits)
    },
  }
}

/** With leading zeros, so that words are in the order of their numbers. */
const makeWord = (kind: "#" | "=", rank: number): string => `"${kind}${String(rank).padStart(9, "0")}"`

const listElements = (text: string) =>
  [...readLabelText(text).scenes].flatMap(([scene, { elements }]) =>
    elements === undefined ? [] : [{ scene, ...elements }],
  )

/** The lists of points, by the key of their scene. */
const listSpans = (text: string): ReadonlyArray<readonly [scene: string, span: Span]> =>
  (canHaveKey(text, "point_annotations") ? listElements(text) : []).flatMap(({ key, scene, span }) =>
    key === "point_annotations" && isArrayAt(text, span[0]) ? [[scene, span] as const] : [],
  )

const toEntries = <A>(key: string, value: A | undefined): ReadonlyArray<readonly [string, A]> =>
  value === undefined ? [] : [[key, value]]

const compareText = (a: string, b: string): number => (a < b ? -1 : 1)
