/** What a pass through formats must leave the same, or count. */
import { isDeepStrictEqual } from "node:util"
import { assert } from "vitest"
import type { Loss } from "../../src/carry/Losses.ts"
import type { Format } from "../../src/Format.ts"
import { assertClose } from "../roundTrip.ts"
import type { Content, Passed } from "./content.ts"
import type { Feature } from "./features.ts"
import { findSamples } from "./objects.ts"

/** Digits of shares and percents, in pixels. */
const tolerance = 1e-5

const isCarriedBy = (isCarried: Feature["isCarried"], through: ReadonlyArray<Format>): boolean => {
  const all = through.map(({ abilities }) => abilities)
  return all.every((abilities) => isCarried(abilities, all))
}

/** The features that all formats of a pass carry are the same. */
export const assertCarried = (
  features: ReadonlyArray<Feature>,
  through: ReadonlyArray<Format>,
  before: Content,
  { content: after, losses }: Pick<Passed, "content" | "losses">,
): void => {
  const path = through.map(({ name }) => name).join(" → ")
  const joinsObjects = losses.some(({ kind }) => kind === "instances")
  const isLeftOut = findLeftOutSamples(through, before, after, losses)
  for (const { find, isCarried, isOfObjects, needsObject, title } of features) {
    if (isOfObjects && joinsObjects) continue
    if (!isCarriedBy(isCarried, through)) continue
    const found = find(after)
    for (const [place, wanted] of find(before)) {
      const value = found.get(place)
      if (value === undefined && (needsObject || isLeftOut(place))) continue
      assertClose(value, wanted, tolerance, `${path}: ${title} of ${place}`)
    }
  }
  if (joinsObjects) return
  const places = new Set(listPlaces(before))
  assert.deepStrictEqual(
    listPlaces(after).filter((place) => !places.has(place)),
    [],
    `${path}: objects that were not there`,
  )
}

/** Samples that have nothing that a format without empty samples carries: they are counted, each of them. */
const findLeftOutSamples = (
  through: ReadonlyArray<Format>,
  before: Content,
  after: Content,
  losses: ReadonlyArray<Loss>,
): ((place: string) => boolean) => {
  if (through.every(({ abilities }) => abilities.emptySamples)) return () => false
  const keys = new Set(findSamples(after).map(({ key }) => key))
  const missing = findSamples(before).flatMap(({ key }) => (keys.has(key) ? [] : [key]))
  const counted = losses.filter(({ kind }) => kind === "empty-samples")
  assert.isAtMost(
    missing.length,
    counted.reduce((sum, { count }) => sum + count, 0),
    `samples that are left out are counted:\n${print(losses)}`,
  )
  return (place) => missing.some((key) => place === key || place.startsWith(`${key}/`))
}

const listPlaces = (content: Content): ReadonlyArray<string> =>
  findSamples(content).flatMap(({ frames }) =>
    frames.flatMap(({ objects }) => objects.map(({ place }) => place)),
  )

/** What the format does not carry is counted, and every object that is left out. */
export const assertCounted = (
  features: ReadonlyArray<Feature>,
  format: Format,
  before: Content,
  { content, losses }: Passed,
): void => {
  const joinsObjects = losses.some(({ kind }) => kind === "instances")
  for (const { find, isCarried, isOfObjects, losses: kinds, needsObject, title } of features) {
    // The count of the objects that became one is that of their facts.
    if (isOfObjects && joinsObjects) continue
    const wanted = find(before)
    if (isCarriedBy(isCarried, [format]) || wanted.size === 0) continue
    // Ids that count from 1 anyway are no loss.
    const found = find(content)
    const isSame = [...wanted].every(([place, value]) =>
      found.has(place) ? isDeepStrictEqual(found.get(place), value) : needsObject,
    )
    if (isSame) continue
    assert.isTrue(
      losses.some(({ kind }) => kinds.includes(kind as (typeof kinds)[number])),
      `${format.name} does not count ${title}:\n${print(losses)}`,
    )
  }
  if (losses.some(({ kind }) => kind === "instances")) return
  const left = new Set(listPlaces(content))
  const missing = listPlaces(before).filter((place) => !left.has(place)).length
  const counted = losses.filter(({ kind }) => leftOut.has(kind)).reduce((sum, { count }) => sum + count, 0)
  assert.isAtMost(
    missing,
    counted,
    `${format.name}: objects that are left out are counted:\n${print(losses)}`,
  )
}

/** The losses of whole objects. */
const leftOut = new Set<string>(["shapes", "duplicate", "empty-masks", "overlapping-masks", "broken"])

const print = (losses: ReadonlyArray<Loss>): string =>
  losses.map(({ count, examples, kind }) => `${count} ${kind} (${examples.join(", ")})`).join("\n")
