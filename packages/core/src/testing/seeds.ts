import type { DatasetRef } from "../access/Access.ts"
import type { TaskType } from "../domain/Dataset.ts"
import { AlreadyExists } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import { toJsonText } from "../domain/JsonText.ts"
import type { LabelStatus } from "../domain/Label.ts"
import type { Role } from "../domain/User.ts"
import type { Engine } from "../engine/createEngine.ts"

/** The dataset to create. All fields have defaults. */
export interface DatasetSeed {
  /** The owner's username. Created unless an account of that name exists. Defaults to `owner`. */
  readonly owner?: string
  /** Defaults to `dataset`. */
  readonly name?: string
  /** Defaults to `vector`. */
  readonly taskType?: typeof TaskType.Type
  /** Defaults to false. */
  readonly public?: boolean
  /** The number of samples, named `sample 000001` and so on. Defaults to 0. */
  readonly samples?: number
  /** The roles of people, for example `{ lea: "labeler" }`. Missing accounts are created. */
  readonly people?: Readonly<Record<string, Role>>
  /**
   * The number of samples for each ground-truth status, in order: `{ LABELED: 3, REVIEWED: 1 }`. Must not exceed
   * `samples`.
   */
  readonly labels?: Readonly<Partial<Record<LabelStatus, number>>>
}

/** A dataset that was created by {@link Seeds}. */
export interface SeededDataset {
  /** The reference of the dataset for calls of the engine. */
  readonly ref: DatasetRef
  /** The owner's username. */
  readonly owner: string
  readonly name: string
  /** The ids of the samples, in the order of their names. */
  readonly samples: ReadonlyArray<SampleId>
}

/** Seeds users, datasets, samples and labels for a test, through the engine's own methods. */
export interface Seeds {
  /** Creates a user and returns the username. Existing accounts stay unchanged. */
  readonly person: (name: string, options?: { readonly siteAdmin?: boolean }) => Promise<string>
  /** Creates a dataset with its owner, collaborators, samples and labels. */
  readonly dataset: (seed?: DatasetSeed) => Promise<SeededDataset>
}

/** The seeds for an engine. */
export const makeSeeds = (engine: Engine): Seeds => {
  const usernames = new Set<string>()
  const addPerson: Seeds["person"] = async (username, { siteAdmin = false } = {}) => {
    if (usernames.has(username)) return username
    await engine.users.create({ username, siteAdmin }).catch((error: unknown) => {
      if (!(error instanceof AlreadyExists)) throw error
    })
    usernames.add(username)
    return username
  }
  const addDataset: Seeds["dataset"] = async (seed = {}) => {
    const { labels = {}, name = "dataset", owner = "owner", people = {}, taskType = "vector" } = seed
    await addPerson(owner)
    const ref: DatasetRef = { _tag: "Name", owner, name }
    const asOwner = engine.as(owner)
    await asOwner.datasets.create({ name, category: "other", taskType, public: seed.public ?? false })
    for (const [user, role] of Object.entries(people)) {
      await addPerson(user)
      await asOwner.collaborators.add(ref, { user, role })
    }
    const samples = await addSamples(engine, owner, ref, seed.samples ?? 0)
    const states = Object.entries(labels).flatMap(([status, count]) =>
      Array.from({ length: count ?? 0 }, () => status as LabelStatus),
    )
    if (states.length > samples.length)
      throw new RangeError(`${states.length} labels for ${samples.length} samples`)
    for (const [index, status] of states.entries()) {
      const sample = samples[index]
      if (sample !== undefined)
        await asOwner.labels.put(sample, "ground-truth", { status, attributes: emptyLabel })
    }
    return { ref, owner, name, samples }
  }
  return { person: addPerson, dataset: addDataset }
}

const emptyLabel = toJsonText({ annotations: [] })
const mostAtOnce = 10_000

const addSamples = async (
  engine: Engine,
  owner: string,
  ref: DatasetRef,
  count: number,
): Promise<ReadonlyArray<SampleId>> => {
  const ids: Array<SampleId> = []
  for (let from = 0; from < count; from += mostAtOnce) {
    const names = Array.from({ length: Math.min(mostAtOnce, count - from) }, (_, index) => ({
      name: `sample ${String(from + index + 1).padStart(6, "0")}`,
    }))
    const { samples } = await engine.as(owner).samples.createMany(ref, names)
    for (const { sample } of samples) ids.push(sample.id)
  }
  return ids
}
