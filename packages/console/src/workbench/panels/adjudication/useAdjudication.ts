/** The labels of several people in React: which one is shown, which lie over it, and the way through their differences. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { ComparedVersion } from "../../documents/ComparedVersion.ts"
import type { Editor } from "../../editor/Editor.ts"
import { type EditorState, labelIn } from "../../editor/EditorState.ts"
import type { JsonObject } from "../../editor/json/value.ts"
import { type Annotation, isDrawn } from "../../editor/label/annotation.ts"
import { parseCuboid } from "../../editor/label/cuboids/cuboid.ts"
import { findAnnotation, listAnnotations } from "../../editor/label/frames.ts"
import { useEditor } from "../../editor/useStore.ts"
import { pickNext } from "../../geometry/hit.ts"
import { computeBounds } from "../../geometry/outline.ts"
import type { Overlap, OverlapLabel } from "../../session/work.ts"
import type { Places } from "../../stages/image/Places.ts"
import type { Difference, Differences, Member } from "./Difference.ts"
import type { DecisionContext } from "./decisions.ts"
import { chooseLetterColor } from "./letterColors.ts"
import type { Agreement } from "./readAgreement.ts"
import { type Beside, useBeside } from "./useBeside.ts"
import { useComparison } from "./useComparison.ts"
import { type Decisions, useDecisions } from "./useDecisions.ts"
import { type Parts, useParts } from "./useParts.ts"

/** The labels between which somebody decides. */
export interface AdjudicationSource {
  readonly overlap: Overlap
  /** The configuration of the dataset, by which labels are compared. */
  readonly configuration: JsonObject
  /** Whether the page compares labels that the server has not compared: shapes and cuboids, not pixels or points. */
  readonly comparesInPage: boolean
  /** Whether labels that agree by at least the threshold, from 0 to 1, are merged without a reviewer. */
  readonly decision: { readonly merges: boolean; readonly threshold: number }
  /** The letter of the label that the editor has, or the word of the merged one. */
  readonly letter: string
  /** The letters of labels with edits beside it, with the word of the merged one. */
  readonly edited: ReadonlySet<string>
  readonly choose: (letter: string) => void
}

/** The objects of a label in the shown frame, which are drawn over those of another one. */
export interface Overlay {
  readonly letter: string
  readonly color: string
  readonly annotations: ReadonlyArray<Annotation>
}

export interface Adjudication extends AdjudicationSource, Omit<Decisions, "context"> {
  readonly agreement: Agreement | undefined
  /** Whether the labels are being compared. */
  readonly isComparing: boolean
  /** Whether objects are pixels or points: what differs from one other label is marked then. */
  readonly isSegmented: boolean
  /** The label whose pixels or points are compared with those of the edited one. */
  readonly compared: (ComparedVersion & { readonly letter: string }) | undefined
  readonly isOverlaid: boolean
  readonly toggleOverlay: () => void
  /** The other labels while they lie over the shown one. */
  readonly overlays: ReadonlyArray<Overlay>
  /** The label that is shown beside the edited one; undefined for none. */
  readonly beside: Beside | undefined
  readonly toggleBeside: () => void
  readonly nextBeside: () => void
  /** The color of the shown label while others lie over it; undefined: the colors of the categories. */
  readonly color: string | undefined
  /** Undefined where the labels are not compared. */
  readonly differences: Differences | undefined
  /** Whether objects are hidden about which all labels agree. */
  readonly hidesAgreed: boolean
  readonly toggleAgreed: () => void
  /** The difference to which the keys led last. */
  readonly current: Difference | undefined
  readonly step: (by: 1 | -1) => void
}

export const useAdjudication = (
  editor: Editor,
  places: Places,
  source: AdjudicationSource | undefined,
): Adjudication | undefined => {
  const [isOverlaid, setOverlaid] = useState(false)
  const [hidesAgreed, setHidesAgreed] = useState(false)
  const [current, setCurrent] = useState<Difference>()
  const state = useEditor(editor)
  const overlap = source?.overlap
  const letter = source?.letter
  const comparison = useComparison(overlap, source?.comparesInPage ? source.configuration : undefined)
  const parts = useParts(source !== undefined)
  const agreement = useMemo(
    () =>
      comparison === undefined || comparison === "running" ? undefined : parts?.readAgreement(comparison),
    [parts, comparison],
  )
  const configuration = source?.configuration
  const differences = useMemo(
    () =>
      parts === undefined || overlap === undefined || agreement === undefined || configuration === undefined
        ? undefined
        : parts.findDifferences(overlap.labels, agreement, parts.readComparedAttributes(configuration)),
    [parts, overlap, agreement, configuration],
  )
  const agreed = hidesAgreed ? differences?.agreed : undefined
  useHiddenKeys(editor, letter, letter === undefined ? undefined : agreed?.get(letter))
  const overlays = useOverlays(state, isOverlaid && editor.surface === undefined ? source : undefined, agreed)
  const isSegmented = editor.surface !== undefined
  const { other, ...besides } = useBeside(state, {
    overlap,
    letter,
    isPossible: !isSegmented,
    current,
    agreed,
  })
  // Steps in quick succession each go on from the one before.
  const last = useRef<Difference>(undefined)
  const { context, ...choices } = useDecisions(editor, {
    parts,
    overlap,
    differences,
    letter,
    current: last,
  })
  const { decisions, fixed } = choices
  const compared = useCompared(state, isOverlaid && isSegmented ? { parts, context, other } : undefined)
  const step = useCallback(
    (by: 1 | -1) => {
      const next = pickNext(
        by === 1 ? listOpen(differences, { decisions, fixed }, last.current) : (differences?.list ?? []),
        last.current,
        by,
      )
      if (next === undefined || overlap === undefined) return
      last.current = next
      setCurrent(next)
      if (next.subject === "image") {
        showImage(editor, next)
        return
      }
      const place = next.members.find((one) => one.letter === letter) ?? next.members[0]
      if (place === undefined) return
      const key = context && parts?.findShownKey(editor.state, context, next)
      // What the shown label lacks is seen in the others.
      if (key === undefined && editor.surface === undefined) setOverlaid(true)
      show(editor, places, overlap, { ...place, key: key ?? place.key }, key !== undefined)
    },
    [parts, differences, decisions, fixed, context, overlap, letter, editor, places],
  )
  const toggleOverlay = useCallback(() => setOverlaid((now) => !now), [])
  const toggleAgreed = useCallback(() => setHidesAgreed((now) => !now), [])
  if (source === undefined) return undefined
  return {
    ...source,
    ...choices,
    agreement,
    isComparing: comparison === "running" || parts === undefined,
    ...besides,
    compared,
    isSegmented,
    isOverlaid,
    toggleOverlay,
    overlays,
    color: isOverlaid && !isSegmented ? chooseLetterColor(source.letter) : undefined,
    differences,
    hidesAgreed,
    toggleAgreed,
    current,
    step,
  }
}

/** The differences that are to be decided, with the current one between them; all where none is left. */
const listOpen = (
  differences: Differences | undefined,
  { decisions, fixed }: Pick<Decisions, "decisions" | "fixed">,
  current: Difference | undefined,
): ReadonlyArray<Difference> => {
  const list = differences?.list ?? []
  const left = list.filter((one) => !decisions.has(one.id) && !fixed.has(one.id))
  return left.some((one) => one !== current)
    ? list.filter((one) => one === current || left.includes(one))
    : list
}

interface Comparing {
  readonly parts: Parts | undefined
  readonly context: DecisionContext | undefined
  readonly other: OverlapLabel | undefined
}

/** The other label with the ids that its objects have in the edited one. It is another one only where these change. */
const useCompared = (state: EditorState, comparing: Comparing | undefined): Adjudication["compared"] => {
  const { context, other, parts } = comparing ?? {}
  const ids =
    parts === undefined || context === undefined || other === undefined
      ? undefined
      : parts.makeOwnIds(state, context, other.letter)
  const text = ids && JSON.stringify([...ids])
  return useMemo(
    () =>
      other === undefined || text === undefined
        ? undefined
        : { letter: other.letter, label: other.label.attributes ?? {}, ids: new Map(JSON.parse(text)) },
    [other, text],
  )
}

const noOverlays: ReadonlyArray<Overlay> = []

const useOverlays = (
  { frame, sensor, sensors }: EditorState,
  source: AdjudicationSource | undefined,
  agreed: Differences["agreed"] | undefined,
): ReadonlyArray<Overlay> => {
  const overlap = source?.overlap
  const letter = source?.letter
  return useMemo(
    () =>
      overlap === undefined
        ? noOverlays
        : overlap.labels
            .filter((one) => one.letter !== letter && one.label.attributes !== null)
            .map(({ label, letter: other }) => ({
              letter: other,
              color: chooseLetterColor(other),
              annotations: listAnnotations(
                labelIn({ sensor, sensors }, label.attributes ?? {}),
                frame,
              ).filter(({ key }) => agreed?.get(other)?.has(key) !== true),
            })),
    [overlap, letter, agreed, frame, sensor, sensors],
  )
}

const noKeys: ReadonlySet<string> = new Set()

/** Hides objects of the shown label, and shows them again. Those that the person has hidden stay hidden. */
const useHiddenKeys = (
  editor: Editor,
  letter: string | undefined,
  keys: ReadonlySet<string> = noKeys,
): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another label shows all of its objects first
  useEffect(() => {
    if (keys.size === 0) return
    const before = editor.state.hidden
    editor.update((state) => ({ ...state, hidden: new Set([...state.hidden, ...keys]) }))
    return () =>
      editor.update((state) => ({
        ...state,
        hidden: new Set([...state.hidden].filter((key) => !keys.has(key) || before.has(key))),
      }))
  }, [editor, letter, keys])
}

/** Shows a frame, with nothing selected. */
const showImage = (editor: Editor, { frame, sensor }: Difference): void => {
  if (sensor !== undefined) editor.chooseSensor(sensor)
  editor.show(frame)
  editor.select(new Set())
}

/** Shows an object of a label. One of the shown label is selected. */
const show = (
  editor: Editor,
  places: Places,
  overlap: Overlap,
  { frame, key, letter, sensor }: Member,
  isShown: boolean,
): void => {
  if (sensor !== undefined) editor.chooseSensor(sensor)
  editor.show(frame)
  editor.select(new Set(isShown ? [key] : []))
  if (isShown) places.showObjects([key])
  else showPlace(editor, places, overlap, { frame, key, letter })
}

/** Shows the place of an object that another label has. */
const showPlace = (
  editor: Editor,
  places: Places,
  overlap: Overlap,
  { frame, key, letter }: Pick<Member, "frame" | "key" | "letter">,
): void => {
  const label = overlap.labels.find((one) => one.letter === letter)?.label.attributes
  const annotation = label == null ? undefined : findAnnotation(labelIn(editor.state, label), frame, key)
  if (annotation === undefined) return
  const cuboid = parseCuboid(annotation.source)
  if (cuboid !== undefined) places.showSpace(cuboid.position)
  else if (isDrawn(annotation)) {
    const { bottom, left, right, top } = computeBounds(annotation.points)
    places.showPoint([(left + right) / 2, (top + bottom) / 2])
  }
}
