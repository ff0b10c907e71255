/** Seals secrets with the keys of the settings, or with the key that the storage keeps when none is set. */
import { makeSeals, type Seals, SigningKeys } from "@annotary/core/effect"
import { Effect } from "effect"

/** Seals and opens secrets with the secret keys of the server. */
export class Sealer extends Effect.Service<Sealer>()("@annotary/webhooks/Sealer", {
  effect: Effect.gen(function* () {
    const keys = yield* SigningKeys

    /** Cached after the first success. */
    let loadedSeals: Seals | undefined
    const read = Effect.gen(function* () {
      if (loadedSeals !== undefined) return loadedSeals
      const [first, ...others] = yield* keys.keys
      if (first === undefined) return yield* Effect.dieMessage("There is no secret key.")
      loadedSeals = makeSeals([first, ...others])
      return loadedSeals
    })
    // One at a time: the first requests of a process come together.
    const turn = yield* Effect.makeSemaphore(1)
    const seals = Effect.suspend(() =>
      loadedSeals === undefined ? turn.withPermits(1)(read) : Effect.succeed(loadedSeals),
    )

    /** Seals a text for a place, such as an endpoint's id: it opens in that place only. */
    const seal = (text: string, place: string): Effect.Effect<string> =>
      Effect.map(seals, (made) => made.seal(text, place))

    const open = (sealed: string, place: string) => Effect.flatMap(seals, (made) => made.open(sealed, place))

    return { open, seal, seals }
  }),
}) {}
