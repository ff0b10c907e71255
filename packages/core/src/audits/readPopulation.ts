/** Reads the population of an audit from the lines of a release file, and draws from it. Pure, but for the file. */
import { Effect, Option, Stream } from "effect"
import { makeSampleDraw } from "../agreement/audit/drawSamples.ts"
import { SampleId } from "../domain/Ids.ts"
import type { AuditObject, AuditStratumKind, AuditUnit } from "../domain/ReleaseAudit.ts"
import { readMember } from "../domain/uncheckedJson.ts"
import { splitLines } from "../releases/lines.ts"
import { type LineUnit, listPeople, makeLineReader, type StratumName } from "./finishedLines.ts"

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

/** Reads the lines of a release file one by one, with their bytes. A line that is damaged has no finished label. */
export const makePopulationReader = ({ labelset, limit, seed, unit }: PopulationQuery) => {
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

  const { read } = makeLineReader(labelset, unit, ({ label, lineLength, lineOffset, sampleId, units }) => {
    const numbered = new Map<ReadonlyArray<StratumName>, ReadonlyArray<number>>()
    for (const { key, makeObject, strata: names } of units) {
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
    }
  })

  return {
    read,
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

/** Streams the finished labels of one stratum of a release, each once, in the order of its file. Needs the memory of one line. */
export const streamStratumLabels = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  { labelset, unit }: Pick<PopulationQuery, "labelset" | "unit">,
  stratum: StratumName,
): Stream.Stream<StratumLabel, E, R> =>
  Stream.suspend(() => {
    let last: StratumLabel | undefined
    const isOfStratum = ({ strata }: LineUnit) =>
      strata.some(({ kind, name }) => kind === stratum.kind && name === stratum.name)
    const reader = makeLineReader(labelset, unit, ({ label, sampleId, units }) => {
      if (units.some(isOfStratum))
        last = { sampleId: SampleId.make(sampleId), updatedAt: readMember(label, "updated_at") }
    })
    return Stream.filterMap(splitLines(bytes), (line) => {
      last = undefined
      reader.read(line)
      return Option.fromNullable(last)
    })
  })
