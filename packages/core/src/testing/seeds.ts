/** Seeds users, datasets, samples and labels for a test, through the engine's own methods. */
import type { TaskType } from "../domain/Dataset.ts"
import { AlreadyExists } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import { jsonText } from "../domain/JsonText.ts"
import type { LabelStatus } from "../domain/Label.ts"
import type { Role } from "../domain/User.ts"
import type { Engine } from "../engine/createEngine.ts"
import type { DatasetRef } from "../identity/Access.ts"

export interface DatasetSeed {
  /** Created unless an account of that name exists. */
  readonly owner?: string
  readonly name?: string
  readonly taskType?: typeof TaskType.Type
  readonly public?: boolean
  /** The number of samples, named `sample 000001` and so on. */
  readonly samples?: number
  /** The roles of people, for example `{ lea: "labeler" }`. Missing accounts are created. */
  readonly people?: Readonly<Record<string, Role>>
  /** The number of samples for each ground-truth status, in order: `{ LABELED: 3, REVIEWED: 1 }`. */
  readonly labels?: Readonly<Partial<Record<LabelStatus, number>>>
}

export interface SeededDataset {
  readonly ref: DatasetRef
  readonly owner: string
  readonly name: string
  readonly samples: ReadonlyArray<SampleId>
}

export interface Seeds {
  /** Existing accounts stay unchanged. */
  readonly person: (name: string, options?: { readonly siteAdmin?: boolean }) => Promise<string>
  readonly dataset: (seed?: DatasetSeed) => Promise<SeededDataset>
}

export const seedsOf = (engine: Engine): Seeds => {
  const known = new Set<string>()
  const person: Seeds["person"] = async (username, { siteAdmin = false } = {}) => {
    if (known.has(username)) return username
    await engine.users.create({ username, siteAdmin }).catch((error: unknown) => {
      if (!(error instanceof AlreadyExists)) throw error
    })
    known.add(username)
    return username
  }
  const dataset: Seeds["dataset"] = async (seed = {}) => {
    const { labels = {}, name = "dataset", owner = "owner", people = {}, taskType = "vector" } = seed
    await person(owner)
    const ref: DatasetRef = { _tag: "Name", owner, name }
    const asOwner = engine.as(owner)
    await asOwner.datasets.create({ name, category: "other", taskType, public: seed.public ?? false })
    for (const [user, role] of Object.entries(people)) {
      await person(user)
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
  return { person, dataset }
}

const emptyLabel = jsonText({ annotations: [] })
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
