/** Counts the samples of an export, and those of which a frame, a sensor or all was written. */
import type { Losses, LossKind } from "../carry/Losses.ts"
import type { Scene } from "../model/Scene.ts"

export class WrittenSamples {
  readonly #losses: Losses
  #selected = 0
  #written = 0
  /** The last sample that was written, by its number. */
  #last = 0

  constructor(losses: Losses) {
    this.#losses = losses
  }

  get written(): number {
    return this.#written
  }

  get leftOut(): number {
    return this.#selected - this.#written
  }

  /** The scenes that follow are of another sample. */
  begin(): void {
    this.#selected += 1
  }

  /** Passes the scenes of the samples to a writer, which asks for the next one when it has written or counted the last. */
  async *pass(scenes: AsyncIterable<Scene>): AsyncGenerator<Scene> {
    for await (const scene of scenes) {
      const [sample, refused] = [this.#selected, this.#countRefused()]
      yield scene
      if (this.#countRefused() > refused || sample === this.#last) continue
      this.#last = sample
      this.#written += 1
    }
  }

  #countRefused(): number {
    return refusals.reduce((sum, kind) => sum + this.#losses.count(kind), 0)
  }
}

/** The losses that writers count for a whole scene that they leave out. */
const refusals: ReadonlyArray<LossKind> = ["image-size", "unclassified"]
