/** Parts of files, such as an object, a row or an image: one that cannot be read is counted with its place, and the rest comes in. */
import type { Losses, LossKind } from "../carry/Losses.ts"
import { DatasetError, FormatError } from "../FormatError.ts"

export class PartReader {
  readonly #losses: Losses | null
  readonly #kind: LossKind
  #count = 0
  #first: FormatError | undefined

  /** `losses` is null for a first reading of files that are read twice: the second one counts. */
  constructor(losses: Losses | null, kind: LossKind = "unreadable") {
    this.#losses = losses
    this.#kind = kind
  }

  /** Undefined, and counted, for a part that cannot be read. A fault of the whole dataset is thrown. */
  read<A>(part: () => A): A | undefined {
    try {
      const value = part()
      this.#count += 1
      return value
    } catch (cause) {
      return this.leaveOut(cause)
    }
  }

  /** As `read`, for a part in another file. */
  async readLater<A>(part: () => Promise<A>): Promise<A | undefined> {
    try {
      const value = await part()
      this.#count += 1
      return value
    } catch (cause) {
      return this.leaveOut(cause)
    }
  }

  /** Fails where there were parts and none could be read: the files are those of another format, or all are broken. */
  checkAny(): void {
    if (this.#count === 0 && this.#first !== undefined) throw this.#first
  }

  /** Counts the fault of a part. Throws anything else, and a fault of the whole dataset. */
  leaveOut(cause: unknown): undefined {
    if (!(cause instanceof FormatError) || cause instanceof DatasetError) throw cause
    this.#first ??= cause
    this.#losses?.add(this.#kind, `${cause.path} ${cause.reason.replace(/\.$/, "")}`)
  }
}
