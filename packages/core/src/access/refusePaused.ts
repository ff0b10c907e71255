import { Effect } from "effect"
import { Conflict } from "../domain/errors.ts"
import type { Permitted } from "./Access.ts"

/** Fails with the reason of the caller's pause in the dataset. */
export const refusePaused = ({
  pauseReason,
}: Pick<Permitted, "pauseReason">): Effect.Effect<void, Conflict> =>
  pauseReason === null ? Effect.void : Effect.fail(new Conflict({ code: "person_paused", pauseReason }))
