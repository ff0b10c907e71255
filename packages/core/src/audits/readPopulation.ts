/** Reads the population of an audit from the lines of a release file, and draws from it. Pure, but for the file. */
import { Effect, Option, Stream } from "effect"
import { makeSampleDraw } from "../agreement/audit/drawSamples.ts"
import { SampleId } from "../domain/Ids.ts"
import type { AuditObject, AuditStratumKind, AuditUnit } from "../domain/ReleaseAudit.ts"
import { readMember } from "../domain/uncheckedJson.ts"
import { betweenBatches, runInSlices } from "../jobs/betweenBatches.ts"
import { splitLines } from "../releases/lines.ts"
import {
  type FinishedLine,
  type LineUnit,
  listPeople,
  makeLineReader,
  type StratumName,
} from "./finishedLines.ts"

/** The labels of an audit, and the draw. */
export interface PopulationQuery {
  readonly labelset: string
  readonly unit: AuditUnit
  readonly seed: string
  /** The most units that are drawn. */
  readonly limit: number
}

/** A stratum of the population: the name of a category or sensor, or of an account. */
export interface PopulationStratum {
  readonly kind: AuditStratumKind
  readonly name: string
  readonly population: number
}

/** A sample or an object that was drawn. */
export interface DrawnUnit {
  /** The id of the sample, or the key of the object. */
  readonly key: string
  readonly sampleId: SampleId
  /** Null in audits of samples. */
  readonly object: AuditObject | null
  /** The bytes of its line. */
  readonly lineOffset: number
  readonly lineLength: number
  /** The numbers of its strata. */
  readonly strata: ReadonlyArray<number>
  /** The accounts that the file names as creator, last writer and reviewer of the label. */
  readonly people: ReadonlyArray<string>
}

/** The samples of a release that have a finished label, or the objects of these labels. */
export interface Population {
  readonly size: number
  /** By number: in the order in which the release has them. */
  readonly strata: ReadonlyArray<PopulationStratum>
  readonly draws: ReadonlyArray<DrawnUnit>
}

/** The most strata of categories and sensors, and the most of people: those that the release has first. */
export const maxAuditStrata = 1000

/** Whether strata of this kind are of accounts. */
export const isPersonKind = (kind: AuditStratumKind): boolean => kind === "labeler" || kind === "reviewer"

/** Counts and draws the units of finished labels. */
const makePopulationCounter = ({ limit, seed }: PopulationQuery) => {
  const draw = makeSampleDraw<Omit<DrawnUnit, "key">>(seed, limit)
  const numbers = new Map<string, number>()
  const strata: Array<{ readonly kind: AuditStratumKind; readonly name: string; population: number }> = []
  let size = 0
  let peopleCount = 0

  const findStratumNumber = ({ kind, name }: StratumName): ReadonlyArray<number> => {
    const key = `${kind} ${name}`
    const isPerson = isPersonKind(kind)
    const number = numbers.get(key) ?? strata.length
    const stratum = strata[number]
    if (stratum === undefined) {
      if ((isPerson ? peopleCount : strata.length - peopleCount) >= maxAuditStrata) return []
      if (isPerson) peopleCount += 1
      numbers.set(key, number)
      strata.push({ kind, name, population: 0 })
    }
    return [number]
  }

  let numbered = new Map<ReadonlyArray<StratumName>, ReadonlyArray<number>>()

  return {
    /** Objects of one label share the lists of their strata. */
    beginLine: (): void => {
      numbered = new Map()
    },
    add: (
      { label, lineLength, lineOffset, sampleId }: FinishedLine,
      { key, makeObject, strata: names }: LineUnit,
    ) => {
      size += 1
      const own = numbered.get(names) ?? names.flatMap(findStratumNumber)
      numbered.set(names, own)
      for (const number of own) {
        const stratum = strata[number]
        if (stratum !== undefined) stratum.population += 1
      }
      draw.add(key, () => ({
        sampleId: SampleId.make(sampleId),
        object: makeObject(),
        ...{ lineOffset, lineLength, strata: own, people: listPeople(label) },
      }))
    },
    finish: (): Population => ({
      size,
      strata,
      draws: draw.list().map(({ id, item }) => ({ key: id, ...item })),
    }),
  }
}

/** Reads a release file once. Needs the memory of its longest line, and of what is drawn. */
export const readPopulation = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  query: PopulationQuery,
): Effect.Effect<Population, E, R> =>
  Effect.map(
    readPopulations(bytes, [query]),
    ([population]) => population ?? { size: 0, strata: [], draws: [] },
  )

/** Reads the populations of several audits of one release, in one read of its file. */
export const readPopulations = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  queries: ReadonlyArray<PopulationQuery>,
): Effect.Effect<ReadonlyArray<Population>, E, R> =>
  Effect.suspend(() => {
    const counters = queries.map((query) => ({ query, ...makePopulationCounter(query) }))
    const readers = groupByUnits(counters).map(({ query: { labelset, unit }, members }) => ({
      ...makeLineReader(labelset, unit),
      counters: members,
    }))
    const readAll = Stream.runForEach(splitLines(bytes), (bytesOfLine) =>
      Effect.forEach(
        readers,
        (reader) => {
          const line = reader.read(bytesOfLine)
          return line === undefined
            ? Effect.void
            : Effect.zipRight(pauseAfter(line), runInSlices(addUnitsInSteps(line, reader.counters)))
        },
        { discard: true },
      ),
    )
    return Effect.map(readAll, () => counters.map(({ finish }) => finish()))
  })

type Counter = ReturnType<typeof makePopulationCounter> & { readonly query: PopulationQuery }

/** Audits of the same labels share their units: each line is parsed once for all of them. */
const groupByUnits = (counters: ReadonlyArray<Counter>) => {
  const groups: Array<{ readonly query: PopulationQuery; readonly members: Array<Counter> }> = []
  for (const counter of counters) {
    const { labelset, unit } = counter.query
    const group = groups.find(({ query }) => query.labelset === labelset && query.unit === unit)
    if (group === undefined) groups.push({ query: counter.query, members: [counter] })
    else group.members.push(counter)
  }
  return groups
}

/** Adds the units of a line in steps: a label may have a hundred thousand objects, and each costs a digest for each audit. */
function* addUnitsInSteps(line: FinishedLine, counters: ReadonlyArray<Counter>): Generator<void, void> {
  for (const counter of counters) counter.beginLine()
  for (const unit of line.units) {
    if (unit !== null) for (const counter of counters) counter.add(line, unit)
    yield
  }
}

/** Parsing a long line, and listing the objects of its label, are two turns of the event loop. */
const pauseAfter = ({ lineLength }: FinishedLine): Effect.Effect<void> =>
  lineLength > 2 ** 20 ? betweenBatches : Effect.void

/** A label of a stratum: the sample, and the time of the label's last change, as the release has them. */
export interface StratumLabel {
  readonly sampleId: SampleId
  readonly updatedAt: unknown
}

/** Streams the finished labels of one stratum of a release, each once, in the order of its file. Needs the memory of one line. */
export const streamStratumLabels = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  { labelset, unit }: Pick<PopulationQuery, "labelset" | "unit">,
  stratum: StratumName,
): Stream.Stream<StratumLabel, E, R> =>
  Stream.suspend(() => {
    const isOfStratum = ({ kind, name }: StratumName) => kind === stratum.kind && name === stratum.name
    const reader = makeLineReader(labelset, unit)
    const findLabel = ({ label, sampleId, units }: FinishedLine): Option.Option<StratumLabel> => {
      for (const unit of units)
        if (unit?.strata.some(isOfStratum) === true)
          return Option.some({
            sampleId: SampleId.make(sampleId),
            updatedAt: readMember(label, "updated_at"),
          })
      return Option.none()
    }
    return splitLines(bytes).pipe(
      Stream.filterMap((bytesOfLine) => Option.fromNullable(reader.read(bytesOfLine))),
      Stream.mapEffect((line) => Effect.map(pauseAfter(line), () => findLabel(line))),
      Stream.filterMap((label) => label),
    )
  })
