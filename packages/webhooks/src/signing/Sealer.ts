/** Seals with the keys of the settings, or with the one that the storage keeps when none is set. */
import { SigningKeys } from "@annotary/core/effect"
import { Effect } from "effect"
import { makeSeals, type Seals } from "./sealing.ts"

export class Sealer extends Effect.Service<Sealer>()("@annotary/webhooks/Sealer", {
  effect: Effect.gen(function* () {
    const keys = yield* SigningKeys

    /** Made at the first use that worked. */
    let known: Seals | undefined
    const seals = Effect.gen(function* () {
      if (known !== undefined) return known
      const [first, ...others] = yield* keys.keys
      if (first === undefined) return yield* Effect.dieMessage("There is no secret key.")
      known = makeSeals([first, ...others])
      return known
    })

    /** See {@link Seals}. */
    const seal = (text: string, place: string): Effect.Effect<string> =>
      Effect.map(seals, (made) => made.seal(text, place))

    const open = (sealed: string, place: string) => Effect.flatMap(seals, (made) => made.open(sealed, place))

    return { open, seal, seals }
  }),
}) {}
