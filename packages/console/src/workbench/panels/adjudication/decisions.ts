/** The choice of a version for each difference between labels: what is taken from another label is an edit of the shown one. Pure. */
import { type EditorState, getLabel, isFixed, labelIn, openSensor } from "../../editor/EditorState.ts"
import { applyEdit } from "../../editor/edits/edit.ts"
import { readChoices, type VersionChoice } from "../../editor/History.ts"
import type { JsonObject } from "../../editor/json/value.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import {
  type Aspect,
  hasObject,
  isAsIn,
  isImageAsIn,
  type Version,
  withAdded,
  withImageVersion,
  withVersion,
} from "../../editor/label/versions.ts"
import { listChoices, mergedLetter } from "../../session/overlap.ts"
import type { Overlap } from "../../session/work.ts"
import type { Difference, Differences, Member } from "./Difference.ts"
import { findMergedKeys, formatSource } from "./findMergedKeys.ts"

/** The labels between which somebody chooses. */
export interface DecisionContext {
  /** The labels as they came in, by letter, with the merged one. */
  readonly labels: ReadonlyMap<string, JsonObject>
  /** The keys of objects in the merged label. */
  readonly mergedKeys: ReadonlyMap<string, string>
  readonly differences: Differences
  /** The letter of the label that is edited, or the word of the merged one. */
  readonly letter: string
  /** Whether objects are pixels or points, which lie beside the label. */
  readonly isSegmented: boolean
}

/** The version that was chosen for a difference. */
export interface Decision {
  /** The letter whose version the label has; undefined where it was edited. */
  readonly letter: string | undefined
}

export const makeDecisionContext = (
  overlap: Overlap,
  differences: Differences,
  letter: string,
  isSegmented = false,
): DecisionContext => ({
  isSegmented,
  labels: new Map(
    listChoices(overlap).flatMap(({ label, letter }) =>
      label.attributes === null ? [] : [[letter, label.attributes]],
    ),
  ),
  mergedKeys: findMergedKeys(overlap),
  differences,
  letter,
})

/**
 * The decided differences, by their ids. A difference is decided when a version was chosen for it, and when the label is edited where it differs. Undo
 * takes choices back with the edits.
 */
export const readDecisions = (
  state: EditorState,
  context: DecisionContext,
): ReadonlyMap<string, Decision> => {
  const decisions = new Map<string, Decision>()
  const choices = readChoices(state.history)
  const { list } = context.differences
  // Where an object is not there, the choice of it decides about its aspects.
  for (const isOfObjects of [true, false])
    for (const difference of list) {
      if ((difference.aspect === "object") !== isOfObjects) continue
      const opened = openPart(state, difference)
      const decision = opened && decide(opened, context, difference, choices, decisions)
      if (decision !== undefined) decisions.set(difference.id, decision)
    }
  return decisions
}

const decide = (
  state: EditorState,
  context: DecisionContext,
  difference: Difference,
  choices: ReadonlyMap<string, VersionChoice>,
  before: ReadonlyMap<string, Decision>,
): Decision | undefined => {
  const label = getLabel(state)
  const key = findPresentKey(state, context, difference, choices)
  const isThere = key !== undefined && hasObject(label, key)
  if (difference.group !== undefined && difference.aspect !== "object" && !isThere) {
    const isRemoved = findKey(context, difference.members, context.letter) !== undefined
    return before.get(formatObjectId(difference.group)) ?? (isRemoved ? { letter: undefined } : undefined)
  }
  const isAs = (letter: string): boolean => {
    const version = findVersion(state, context, difference, letter)
    if (difference.subject === "image") return isImageAsIn(label, version.label, toImageAspect(difference))
    if (difference.aspect === "object") return isThere === (version.key !== undefined)
    return isAsIn(label, key, version, toAspect(difference))
  }
  const chosen = choices.get(difference.id)?.letter
  if (chosen === undefined && isAs(context.letter)) return undefined
  return {
    letter: [...(chosen === undefined ? [] : [chosen]), context.letter, ...context.labels.keys()].find(isAs),
  }
}

/** The state with the version of a letter taken for a difference. The same state where nothing can be taken. */
export const takeVersion = (
  state: EditorState,
  context: DecisionContext,
  difference: Difference,
  letter: string,
): EditorState => {
  const opened = openPart(state, difference)
  if (opened === undefined || isFixed(opened)) return state
  const version = findVersion(opened, context, difference, letter)
  if (difference.aspect !== "object" && difference.subject === "object" && version.key === undefined)
    return state
  const label = getLabel(opened)
  const take = (taken: JsonObject, key: string | undefined): EditorState => ({
    ...applyEdit(opened, "take", taken, null, { of: difference.id, letter, key }),
    selected: new Set(key !== undefined && hasObject(taken, key) ? [key] : []),
  })
  if (difference.subject === "image")
    return take(withImageVersion(label, version.label, toImageAspect(difference)), undefined)
  const choices = readChoices(state.history)
  const key = findPresentKey(opened, context, difference, choices)
  if (key === undefined) {
    if (version.key === undefined) return take(label, undefined)
    const track = findTrack(context, difference, letter, version.key, choices)
    const added = withAdded(label, { label: version.label, key: version.key }, track, state.usedIds)
    return take(added.label, added.key)
  }
  const aspect: Aspect = hasObject(label, key) ? toAspect(difference) : { kind: "object" }
  const stored = findVersion(opened, context, difference, context.letter).label
  return take(withVersion(label, key, version, aspect, stored), key)
}

/** The state in which the version that the label has is chosen for a difference. `letter`: one with the same version. */
export const keepVersion = (
  state: EditorState,
  context: DecisionContext,
  difference: Difference,
  letter = context.letter,
): EditorState => {
  const opened = openPart(state, difference)
  if (opened === undefined) return state
  const key = findPresentKey(opened, context, difference, readChoices(state.history))
  return applyEdit(opened, "take", getLabel(opened), null, {
    of: difference.id,
    letter,
    key,
  })
}

/** The key of the object of a difference in the edited label; undefined where that lacks it. */
export const findShownKey = (
  state: EditorState,
  context: DecisionContext,
  difference: Difference,
): string | undefined => {
  const opened = openPart(state, difference)
  const key = opened && findPresentKey(opened, context, difference, readChoices(state.history))
  return opened !== undefined && key !== undefined && hasObject(getLabel(opened), key) ? key : undefined
}

/** The state with the sensor of a difference; undefined where its objects cannot be edited. */
const openPart = (state: EditorState, { sensor: name }: Difference): EditorState | undefined => {
  if (name === undefined) return state
  const sensor = state.sensors.find((one) => one.name === name)
  return sensor?.edits === true ? openSensor(state, sensor) : undefined
}

/** The ids of the differences between objects or images of sensors that the page cannot edit: the label keeps its version of them. */
export const listFixed = (
  state: Pick<EditorState, "sensors">,
  differences: ReadonlyArray<Difference>,
): ReadonlySet<string> => {
  const edited = new Set(state.sensors.flatMap(({ edits, name }) => (edits ? [name] : [])))
  return new Set(
    differences.flatMap(({ id, sensor }) => (sensor === undefined || edited.has(sensor) ? [] : [id])),
  )
}

const toAspect = ({ aspect, names, trackNames }: Difference): Aspect =>
  aspect === "attributes" ? { kind: aspect, names, trackNames } : { kind: aspect }

const toImageAspect = ({ frame, lastFrame, names }: Difference) =>
  ({ names, frames: [frame, lastFrame] }) as const

export const findVersion = (
  state: EditorState,
  { labels, ...context }: DecisionContext,
  { members }: Difference,
  letter: string,
): Version => ({
  label: labelIn(state, labels.get(letter) ?? {}),
  key: findKey(context, members, letter),
})

/** The key of an object in the label of a letter as it came in; undefined where that lacks it. */
export const findKey = (
  { mergedKeys }: Pick<DecisionContext, "mergedKeys">,
  members: ReadonlyArray<Member>,
  letter: string,
): string | undefined => {
  const own = members.find((member) => member.letter === letter)
  if (own !== undefined || letter !== mergedLetter) return own?.key
  const sources = members.map((member) => formatSource(member.letter, member.id, member.sensor))
  return mergedKeys.get(sources.find((source) => mergedKeys.has(source)) ?? "")
}

/** The key that an object has, had, or got by a choice in the edited label; undefined where that never had it. */
export const findPresentKey = (
  state: EditorState,
  context: DecisionContext,
  { group, members }: Pick<Difference, "group" | "members">,
  choices: ReadonlyMap<string, VersionChoice>,
): string | undefined => {
  if (group === undefined) return undefined
  const label = getLabel(state)
  return (
    findChosenKey(choices, group, label) ??
    findKey(context, members, context.letter) ??
    (context.isSegmented ? undefined : findAddedKey(state, context, members))
  )
}

const aspects = ["object", "category", "shape", "attributes"] as const

const findChosenKey = (
  choices: ReadonlyMap<string, VersionChoice>,
  group: number,
  label: JsonObject,
): string | undefined =>
  aspects
    .map((aspect) => choices.get(`${aspect} ${group}`)?.key)
    .find((key) => key !== undefined && hasObject(label, key))

/** The key of an object that was taken before the page was loaded: one that the label did not have, and that is as in another label. */
const findAddedKey = (
  state: EditorState,
  context: DecisionContext,
  members: ReadonlyArray<Member>,
): string | undefined => {
  const label = getLabel(state)
  const stored = labelIn(state, context.labels.get(context.letter) ?? {})
  for (const { frame, key, letter } of members) {
    const version = { label: labelIn(state, context.labels.get(letter) ?? {}), key }
    for (const annotation of listAnnotations(label, frame))
      if (!hasObject(stored, annotation.key) && isAsIn(label, annotation.key, version, { kind: "object" }))
        return annotation.key
  }
  return undefined
}

/** The track that an object which is added continues: that of the same object of another sensor. */
const findTrack = (
  context: DecisionContext,
  { group, sensor }: Difference,
  letter: string,
  key: string,
  choices: ReadonlyMap<string, VersionChoice>,
): string | undefined => {
  if (sensor === undefined) return undefined
  for (const [index, members] of context.differences.groups.entries()) {
    if (index === group || !members.some((member) => member.letter === letter && member.key === key)) continue
    const track = findKey(context, members, context.letter) ?? choices.get(formatObjectId(index))?.key
    if (track !== undefined) return track
  }
  return undefined
}

const formatObjectId = (group: number): string => `object ${group}`
