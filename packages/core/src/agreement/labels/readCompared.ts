/** Reads a label for comparison with others. */
import { encodeIds, type IdRuns } from "../geometry/runs.ts"
import type { ComparableLabel } from "./ComparableObject.ts"
import type { ComparedLabel } from "./matchObjects.ts"
import type { PersonLabel } from "./PersonLabel.ts"
import { readObjectsInSteps } from "./readObjects.ts"

/** Reads a label in steps, between which other work can run. */
export function* readComparedInSteps({
  getBitmap,
  label,
}: Omit<PersonLabel, "person">): Generator<void, ComparedLabel> {
  const comparable = yield* readObjectsInSteps(label)
  return { label: comparable, getIds: makeGetIds(comparable, getBitmap) }
}

/** Reads labels one after the other, in steps. */
export function* readAllInSteps(
  labels: ReadonlyArray<Omit<PersonLabel, "person">>,
): Generator<void, ReadonlyArray<ComparedLabel>> {
  const compared: Array<ComparedLabel> = []
  for (const { getBitmap, label } of labels) {
    const comparable = yield* readObjectsInSteps(label)
    compared.push({ label: comparable, getIds: makeGetIds(comparable, getBitmap) })
    yield
  }
  return compared
}

/** The ids of the elements of a scene, read once, however many people the label is compared with. */
const makeGetIds = (label: ComparableLabel, getBitmap: PersonLabel["getBitmap"]): ComparedLabel["getIds"] => {
  const readIds = (key: string): IdRuns | null => {
    const scene = label.scenes.get(key)
    if (scene === undefined) return null
    if (scene.pointAnnotations !== null) return encodeIds(scene.pointAnnotations.map(Number))
    return getBitmap?.(scene.sensor, scene.frame) ?? null
  }
  if (getBitmap === undefined && !hasPoints(label)) return () => null
  const cached = new Map<string, IdRuns | null>()
  return (key) => {
    const before = cached.get(key)
    if (before !== undefined) return before
    const fresh = readIds(key)
    cached.set(key, fresh)
    return fresh
  }
}

const hasPoints = ({ scenes }: ComparableLabel): boolean => {
  for (const { pointAnnotations } of scenes.values()) if (pointAnnotations !== null) return true
  return false
}
