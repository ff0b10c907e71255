import type { Dataset } from "../domain/Dataset.ts"
import type { SampleId, VersionId } from "../domain/Ids.ts"

/** A dataset whose samples are measured with the buckets of its owner. */
export type OwnedDataset = Pick<Dataset, "id" | "owner">

export interface WaitingSample {
  readonly id: SampleId
  readonly version: VersionId
  readonly dataset: OwnedDataset
  /** The number of readings that did not return this version: its transaction may not have committed. */
  readonly misses: number
  /** In milliseconds since 1970. */
  readonly dueAt: number
}

/** Samples that wait at once. Others are left out: they are measured when they are read or exported later. */
const maxWaiting = 10_000

/** Holds the samples whose pictures are to be measured. They are in memory alone. */
export class WaitingSamples {
  readonly #samples = new Map<SampleId, WaitingSample>()

  get isEmpty(): boolean {
    return this.#samples.size === 0
  }

  get isFull(): boolean {
    return this.#samples.size >= maxWaiting
  }

  add(sample: WaitingSample): void {
    this.#samples.set(sample.id, sample)
  }

  /** Adds a sample again, unless it was requested meanwhile. */
  addAgain(sample: WaitingSample): void {
    if (!this.#samples.has(sample.id) && !this.isFull) this.add(sample)
  }

  /** Removes and returns up to `count` samples of one dataset that are due. */
  take(millis: number, count: number): ReadonlyArray<WaitingSample> {
    const taken: Array<WaitingSample> = []
    for (const sample of this.#samples.values()) {
      if (taken.length === count) break
      if (sample.dueAt > millis || (taken[0] ?? sample).dataset.id !== sample.dataset.id) continue
      taken.push(sample)
    }
    for (const { id } of taken) this.#samples.delete(id)
    return taken
  }
}

/** Time in which pictures that could not be measured are not tried again. */
const retryMillis = 10 * 60_000

/** Notes which versions of samples were measured, or tried, a short time ago. */
export class TriedVersions {
  readonly #tried = new Map<VersionId, number>()

  has(version: VersionId, millis: number): boolean {
    const triedAt = this.#tried.get(version)
    return triedAt !== undefined && triedAt + retryMillis > millis
  }

  add(version: VersionId, millis: number): void {
    if (this.#tried.size > maxWaiting) this.#tried.clear()
    this.#tried.set(version, millis)
  }
}
