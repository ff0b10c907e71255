/** Holds the stored answers of models against what they were told: none is lost, none is there twice, and none is over the work of a person. */
import { type Row, type Rows, readText } from "../../storm/stored.ts"

export interface StoredPredictions {
  readonly samples: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly predictions: ReadonlyArray<{
    readonly claim: string
    readonly sample: string
    readonly outcome: string
    /** Null for none. */
    readonly version: string | null
  }>
  readonly versions: ReadonlyArray<{
    readonly sample: string
    readonly version: string
    readonly action: string
    readonly attributes: string
  }>
  readonly labels: ReadonlyArray<{
    readonly sample: string
    readonly version: string
    readonly status: string
  }>
  /** The samples that somebody has. */
  readonly held: ReadonlyArray<string>
  /** The samples that wait for models. */
  readonly requested: ReadonlyArray<string>
}

/** What the processes were told. */
export interface Told {
  /** The acknowledged answers of models: the samples by their claims. */
  readonly answers: ReadonlyMap<string, string>
  /** The samples whose label a person has written. */
  readonly ofPeople: ReadonlySet<string>
}

export const checkPredictions = (told: Told, stored: StoredPredictions): ReadonlyArray<string> => {
  const byClaim = new Map(stored.predictions.map((one) => [one.claim, one]))
  const bySample = new Map<string, Array<StoredPredictions["predictions"][number]>>()
  for (const one of stored.predictions) bySample.set(one.sample, [...(bySample.get(one.sample) ?? []), one])
  const labels = new Map(stored.labels.map((label) => [label.sample, label]))
  const versions = new Map<string, Array<StoredPredictions["versions"][number]>>()
  for (const one of stored.versions) versions.set(one.sample, [...(versions.get(one.sample) ?? []), one])
  const lost = [...told.answers].flatMap(([claim, sample]) =>
    byClaim.get(claim)?.sample === sample ? [] : [`the answer to ${claim} of ${sample} is lost`],
  )
  const wrong = stored.samples.flatMap(({ id, name }) => {
    const answers = bySample.get(id) ?? []
    const label = labels.get(id)
    const isOfPerson = told.ofPeople.has(id)
    const written = (versions.get(id) ?? []).filter(({ action }) => action === "prelabel")
    const made = answers.filter(({ outcome }) => outcome === "prelabeled")
    return [
      ...(answers.length > 1 ? [`${name} has ${answers.length} answers`] : []),
      ...(answers.length === 0 && !isOfPerson ? [`${name} has no answer`] : []),
      ...(written.length === made.length
        ? []
        : [`${name} has ${written.length} versions of ${made.length} answers`]),
      ...written
        .filter(({ version }) => !made.some((answer) => answer.version === version))
        .map(() => `a version of ${name} is of no answer`),
      ...written
        .filter(({ attributes }) => !attributes.includes(`"token":"${name}"`))
        .map(() => `${name} has the label of another sample`),
      ...(isOfPerson && label?.status !== "LABELED"
        ? [`${name} is ${label?.status}, and a person has labeled it`]
        : []),
      ...(!isOfPerson &&
      made.length > 0 &&
      (label?.status !== "PRELABELED" || label.version !== made[0]?.version)
        ? [`${name} is ${label?.status}, and a model has labeled it`]
        : []),
    ]
  })
  return [
    ...lost,
    ...wrong,
    ...stored.held.map((sample) => `somebody still has ${sample}`),
    ...stored.requested.map((sample) => `${sample} still waits for models`),
  ]
}

/** Reads them past the engine. The questions are the same for every database. */
export const readPredictions = async (rows: Rows): Promise<StoredPredictions> => {
  const read = async <A>(sql: string, toRecord: (row: Row) => A) => (await rows(sql)).map(toRecord)
  return {
    samples: await read("SELECT id, name FROM samples WHERE deleted_at IS NULL", (row) => ({
      id: readText(row, "id"),
      name: readText(row, "name"),
    })),
    predictions: await read("SELECT claim_id, sample_id, outcome, label_version FROM predictions", (row) => ({
      claim: readText(row, "claim_id"),
      sample: readText(row, "sample_id"),
      outcome: readText(row, "outcome"),
      version: row.label_version === null ? null : readText(row, "label_version"),
    })),
    versions: await read(
      `SELECT v.sample_id, v.version, v.action, c.attributes FROM label_versions v
        LEFT JOIN label_contents c ON c.dataset_id = v.dataset_id AND c.id = v.content`,
      (row) => ({
        sample: readText(row, "sample_id"),
        version: readText(row, "version"),
        action: readText(row, "action"),
        attributes: readText(row, "attributes"),
      }),
    ),
    labels: await read("SELECT sample_id, version, status FROM labels", (row) => ({
      sample: readText(row, "sample_id"),
      version: readText(row, "version"),
      status: readText(row, "status"),
    })),
    held: await read("SELECT sample_id FROM sample_queue WHERE holder IS NOT NULL", (row) =>
      readText(row, "sample_id"),
    ),
    requested: await read("SELECT sample_id FROM sample_queue WHERE own_step >= 21", (row) =>
      readText(row, "sample_id"),
    ),
  }
}
