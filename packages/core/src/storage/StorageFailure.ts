/** All else a database can do: one defect class. Never an expected outcome; those are in the ports' types. */
import { Data } from "effect"

export class StorageFailure extends Data.TaggedError("StorageFailure")<{
  /** What the engine was doing, for example `SampleStore.insert`. */
  readonly operation: string
  /** Whether trying again later may help: the database is away, busy or read-only for now. */
  readonly transient: boolean
  readonly cause: unknown
}> {
  override get message() {
    return `Storage failed in ${this.operation}`
  }
}
