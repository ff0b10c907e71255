/** Reads the population of an audit from the lines of a release file, and draws from it. Pure, but for the file. */
import { Effect, Option, Stream } from "effect"
import { makeSampleDraw } from "../agreement/audit/drawSamples.ts"
import { isId, SampleId } from "../domain/Ids.ts"
import { finishedStatuses } from "../domain/labelStates.ts"
import type { AuditStratumKind } from "../domain/ReleaseAudit.ts"
import { readList, readMember } from "../domain/uncheckedJson.ts"
import { splitLines } from "../releases/lines.ts"

/** The labels of an audit, and the draw. */
export interface PopulationQuery {
  readonly labelset: string
  readonly seed: string
  /** The most samples that are drawn. */
  readonly limit: number
}

/** A stratum of the population: the name of a category or sensor, or of an account. */
export interface PopulationStratum {
  readonly kind: AuditStratumKind
  readonly name: string
  readonly population: number
}

/** A sample that was drawn. */
export interface DrawnSample {
  readonly sampleId: SampleId
  /** The bytes of its line. */
  readonly lineOffset: number
  readonly lineLength: number
  /** The numbers of its strata. */
  readonly strata: ReadonlyArray<number>
  /** The accounts that the file names as creator, last writer and reviewer of the label. */
  readonly people: ReadonlyArray<string>
}

/** The samples of a release that have a finished label. */
export interface Population {
  readonly size: number
  /** By number: in the order in which the release has them. */
  readonly strata: ReadonlyArray<PopulationStratum>
  readonly draws: ReadonlyArray<DrawnSample>
}

/** The most strata of categories and sensors, and the most of people: those that the release has first. */
export const maxAuditStrata = 1000

/** Whether strata of this kind are of accounts. */
export const isPersonKind = (kind: AuditStratumKind): boolean => kind === "labeler" || kind === "reviewer"

const finished: ReadonlySet<unknown> = new Set(finishedStatuses)

const comma = 0x2c
const openingBrace = 0x7b

/** Reads the lines of a release file one by one, with their bytes. A line that is damaged has no finished label. */
export const makePopulationReader = ({ labelset, limit, seed }: PopulationQuery) => {
  const draw = makeSampleDraw<Omit<DrawnSample, "sampleId">>(seed, limit)
  const numbers = new Map<string, number>()
  const strata: Array<{ readonly kind: AuditStratumKind; readonly name: string; population: number }> = []
  let size = 0
  let peopleCount = 0

  const countStratum = ({ kind, name }: StratumName): ReadonlyArray<number> => {
    const key = `${kind} ${name}`
    const isPerson = isPersonKind(kind)
    const number = numbers.get(key) ?? strata.length
    const stratum = strata[number]
    if (stratum === undefined) {
      if ((isPerson ? peopleCount : strata.length - peopleCount) >= maxAuditStrata) return []
      if (isPerson) peopleCount += 1
      numbers.set(key, number)
      strata.push({ kind, name, population: 1 })
    } else stratum.population += 1
    return [number]
  }

  const { read } = makeLineReader(labelset, ({ label, lineLength, lineOffset, sampleId, strata: names }) => {
    size += 1
    const own = names.flatMap(countStratum)
    draw.add(sampleId, () => ({ lineOffset, lineLength, strata: own, people: listPeople(label) }))
  })

  return {
    read,
    finish: (): Population => ({
      size,
      strata,
      draws: draw.list().map(({ id, item }) => ({ sampleId: SampleId.make(id), ...item })),
    }),
  }
}

/** A sample with a finished label. */
interface FinishedLine {
  readonly sampleId: string
  readonly lineOffset: number
  readonly lineLength: number
  readonly label: unknown
  readonly strata: ReadonlyArray<StratumName>
}

const makeLineReader = (labelset: string, visit: (line: FinishedLine) => void) => {
  const decoder = new TextDecoder()
  let categories: ReadonlyMap<number, string> = new Map()
  let offset = 0
  let isHead = true

  const readSample = (bytes: Uint8Array, lineOffset: number) => {
    const line = parseObject(decoder.decode(bytes))
    const label = readMember(readMember(line, "labels"), labelset)
    const sampleId = readMember(line, "uuid")
    const isFinished = finished.has(readMember(label, "label_status"))
    if (typeof sampleId !== "string" || !isId(sampleId) || !isFinished) return
    const strata = listStrata(readMember(line, "attributes"), label, categories)
    visit({ sampleId, lineOffset, lineLength: bytes.length, label, strata })
  }

  return {
    read: (bytes: Uint8Array): void => {
      if (isHead) categories = readCategories(parseObject(`${decoder.decode(bytes)}]}}`))
      else if (bytes[0] === openingBrace)
        readSample(bytes.at(-1) === comma ? bytes.subarray(0, -1) : bytes, offset)
      isHead = false
      offset += bytes.length + 1
    },
  }
}

/** Reads a release file once. Needs the memory of its longest line, and of what is drawn. */
export const readPopulation = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  query: PopulationQuery,
): Effect.Effect<Population, E, R> =>
  Effect.suspend(() => {
    const reader = makePopulationReader(query)
    return Effect.map(readLines(bytes, [reader]), reader.finish)
  })

/** Reads the populations of several audits of one release, in one read of its file. */
export const readPopulations = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  queries: ReadonlyArray<PopulationQuery>,
): Effect.Effect<ReadonlyArray<Population>, E, R> =>
  Effect.suspend(() => {
    const readers = queries.map(makePopulationReader)
    return Effect.map(readLines(bytes, readers), () => readers.map((reader) => reader.finish()))
  })

const readLines = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  readers: ReadonlyArray<{ readonly read: (line: Uint8Array) => void }>,
) =>
  Stream.runForEach(splitLines(bytes), (line) =>
    Effect.sync(() => {
      for (const reader of readers) reader.read(line)
    }),
  )

/** A label of a stratum: the sample, and the time of the label's last change, as the release has them. */
export interface StratumLabel {
  readonly sampleId: SampleId
  readonly updatedAt: unknown
}

/** Streams the finished labels of one stratum of a release, in the order of its file. Needs the memory of one line. */
export const streamStratumLabels = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  labelset: string,
  stratum: StratumName,
): Stream.Stream<StratumLabel, E, R> =>
  Stream.suspend(() => {
    let last: StratumLabel | undefined
    const reader = makeLineReader(labelset, ({ label, sampleId, strata }) => {
      if (strata.some(({ kind, name }) => kind === stratum.kind && name === stratum.name))
        last = { sampleId: SampleId.make(sampleId), updatedAt: readMember(label, "updated_at") }
    })
    return Stream.filterMap(splitLines(bytes), (line) => {
      last = undefined
      reader.read(line)
      return Option.fromNullable(last)
    })
  })

const listPeople = (label: unknown): ReadonlyArray<string> => [
  ...new Set(
    ["created_by", "updated_by", "reviewed_by"].flatMap((member) => {
      const name = readMember(label, member)
      return typeof name === "string" && name !== "" ? [name] : []
    }),
  ),
]

interface StratumName {
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
  const [creator, editor] = [readMember(label, "created_by"), readMember(label, "updated_by")]
  const reviewer = readMember(label, "reviewed_by")
  const listNames = (kind: AuditStratumKind, values: Iterable<unknown>) =>
    [...new Set(values)].flatMap((name) => (typeof name === "string" && name !== "" ? [{ kind, name }] : []))
  return [
    ...listNames(
      "category",
      [...ids].map((id) => categories.get(id) ?? String(id)),
    ),
    ...listNames("sensor", sensors),
    ...listNames("labeler", [creator, editor === reviewer ? undefined : editor]),
    ...listNames("reviewer", [reviewer]),
  ]
}

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
