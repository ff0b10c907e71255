/** The finished labels in the lines of a release file, and the units of the population in each of them. Pure. */
import { isId } from "../domain/Ids.ts"
import { readMembers } from "../domain/jsonSpans.ts"
import { finishedStatuses } from "../domain/labelStates.ts"
import { isCleanText } from "../domain/Names.ts"
import type { AuditObject, AuditStratumKind, AuditUnit } from "../domain/ReleaseAudit.ts"
import { readList, readMember } from "../domain/uncheckedJson.ts"
import { type LabelObject, listLabelObjectsInSteps } from "./labelObjects.ts"

const finished: ReadonlySet<unknown> = new Set(finishedStatuses)

const comma = 0x2c
const openingBrace = 0x7b

/** A sample with a finished label. */
export interface FinishedLine {
  readonly sampleId: string
  readonly lineOffset: number
  readonly lineLength: number
  readonly label: unknown
  /**
   * Lists the objects of the label when it is iterated, and makes their units one by one: there may be a hundred thousand. Null for a step of the
   * listing.
   */
  readonly units: Iterable<LineUnit | null>
}

/** A unit of the population: the sample, or an object of its label. */
export interface LineUnit {
  readonly key: string
  readonly makeObject: () => AuditObject | null
  readonly strata: ReadonlyArray<StratumName>
}

/** Reads the lines of a release file one by one: those with a finished label, and undefined for others. */
export const makeLineReader = (labelset: string, unit: AuditUnit) => {
  const decoder = new TextDecoder()
  let categories: ReadonlyMap<number, string> = new Map()
  let offset = 0
  let isHead = true

  const readSample = (bytes: Uint8Array, lineOffset: number): FinishedLine | undefined => {
    const text = decoder.decode(bytes)
    const sample = parseObject(text)
    const label = readMember(readMember(sample, "labels"), labelset)
    const sampleId = readMember(sample, "uuid")
    const isFinished = finished.has(readMember(label, "label_status"))
    if (typeof sampleId !== "string" || !isId(sampleId) || !isFinished) return undefined
    const line = { sampleId, lineOffset, lineLength: bytes.length, label }
    if (unit === "samples") {
      const strata = listStrata(readMember(sample, "attributes"), label, categories)
      return { ...line, units: [{ key: sampleId, makeObject: () => null, strata }] }
    }
    const listObjects = () =>
      listLabelObjectsInSteps(readMember(label, "attributes"), () => findAttributesText(text, labelset))
    const makeUnits = () => makeObjectUnits(sampleId, label, listObjects(), categories)
    return { ...line, units: { [Symbol.iterator]: makeUnits } }
  }

  return {
    read: (bytes: Uint8Array): FinishedLine | undefined => {
      const lineOffset = offset
      const isFirst = isHead
      isHead = false
      offset += bytes.length + 1
      if (isFirst) categories = readCategories(parseObject(`${decoder.decode(bytes)}]}}`))
      if (isFirst || bytes[0] !== openingBrace) return undefined
      return readSample(bytes.at(-1) === comma ? bytes.subarray(0, -1) : bytes, lineOffset)
    },
  }
}

/** Makes the units of a label. */
function* makeObjectUnits(
  sampleId: string,
  label: unknown,
  listing: Iterator<void, ReadonlyArray<LabelObject>>,
  categories: ReadonlyMap<number, string>,
): Generator<LineUnit | null> {
  const listOwnStrata = makeStrataReader(label, categories)
  let step = listing.next()
  for (; step.done !== true; step = listing.next()) yield null
  for (const object of step.value) {
    const key = `${sampleId}/${object.key}`
    const makeObject = (): AuditObject => {
      const { categoryId, categoryIds: _, ...place } = object
      return { ...place, key, category: categoryId === null ? null : nameCategory(categories, categoryId) }
    }
    yield { key, makeObject, strata: listOwnStrata(object) }
  }
}

/** Lists the strata of the objects of a label. Objects of one category and sensor share them. */
const makeStrataReader = (label: unknown, categories: ReadonlyMap<number, string>) => {
  const people = listPeopleStrata(label)
  const shared = new Map<string, ReadonlyArray<StratumName>>()
  return ({ categoryIds, sensor }: LabelObject): ReadonlyArray<StratumName> => {
    // As JSON: a sensor may be called "null".
    const parts = `${categoryIds.join()} ${JSON.stringify(sensor)}`
    const strata = shared.get(parts) ?? [
      ...listNames(
        "category",
        categoryIds.map((id) => nameCategory(categories, id)),
      ),
      ...listNames("sensor", [sensor]),
      ...people,
    ]
    shared.set(parts, strata)
    return strata
  }
}

const nameCategory = (categories: ReadonlyMap<number, string>, id: number): string =>
  categories.get(id) ?? String(id)

/** The JSON text of the attributes of a label, in the text of a line. */
const findAttributesText = (text: string, labelset: string): string | undefined => {
  const label = readMembers(readMembers(text).get("labels") ?? "{}").get(labelset)
  return label === undefined ? undefined : readMembers(label).get("attributes")
}

/** The accounts that the file names as creator, last writer and reviewer of a label. */
export const listPeople = (label: unknown): ReadonlyArray<string> => [
  ...new Set(
    ["created_by", "updated_by", "reviewed_by"].flatMap((member) => {
      const name = readMember(label, member)
      return typeof name === "string" && name !== "" ? [name] : []
    }),
  ),
]

/** The name of a category or sensor, or of an account. */
export interface StratumName {
  readonly kind: AuditStratumKind
  readonly name: string
}

const listStrata = (
  attributes: unknown,
  label: unknown,
  categories: ReadonlyMap<number, string>,
): ReadonlyArray<StratumName> => {
  const ids = listCategoryIds(readMember(label, "attributes"))
  const sensors = readList(attributes, "sensors").map((sensor) => readMember(sensor, "name"))
  return [
    ...listNames(
      "category",
      [...ids].map((id) => nameCategory(categories, id)),
    ),
    ...listNames("sensor", sensors),
    ...listPeopleStrata(label),
  ]
}

/** A label counts for its creator and its last editor, unless that is its reviewer, and for the reviewer. */
const listPeopleStrata = (label: unknown): ReadonlyArray<StratumName> => {
  const [creator, editor] = [readMember(label, "created_by"), readMember(label, "updated_by")]
  const reviewer = readMember(label, "reviewed_by")
  return [
    ...listNames("labeler", [creator, editor === reviewer ? undefined : editor]),
    ...listNames("reviewer", [reviewer]),
  ]
}

/** The strata of some names. Nothing checks the names of sensors: those that not every database can store have no stratum. */
const listNames = (kind: AuditStratumKind, values: Iterable<unknown>): ReadonlyArray<StratumName> =>
  [...new Set(values)].flatMap((name) =>
    typeof name === "string" && name !== "" && isCleanText(name) ? [{ kind, name }] : [],
  )

/** The categories of all annotations: of an image, of frames, and of the sensors of a sample. */
const listCategoryIds = (attributes: unknown): ReadonlySet<number> => {
  const sensors = readList(attributes, "sensors").map((sensor) => readMember(sensor, "attributes"))
  const images = [attributes, ...sensors].flatMap((image) => [image, ...readList(image, "frames")])
  return new Set(
    images
      .flatMap((image) => readList(image, "annotations"))
      .map((annotation) => readMember(annotation, "category_id"))
      .filter((id) => typeof id === "number"),
  )
}

const readCategories = (head: unknown): ReadonlyMap<number, string> => {
  const configuration = readMember(readMember(head, "dataset"), "task_attributes")
  return new Map(
    readList(configuration, "categories").flatMap((category) => {
      const [id, name] = [readMember(category, "id"), readMember(category, "name")]
      return typeof id === "number" && typeof name === "string" ? [[id, name] as const] : []
    }),
  )
}

const parseObject = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
