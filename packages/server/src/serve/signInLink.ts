/** The one-time link with which the admin of a first start opens the console. */
import { CurrentActor, Sessions, system } from "@annotary/core/effect"
import { installedSite } from "@annotary/http"
import { Effect, Redacted } from "effect"
import type { Settings } from "../settings/settings.ts"

/** The link; undefined where there is no console to open. `url`: where the server listens. */
export const signInLink = ({ console, publicUrl }: Settings, url: string, user: string) =>
  Effect.gen(function* () {
    if (console === "off" || installedSite() === undefined) return undefined
    const { secret } = yield* (yield* Sessions).createToken(user)
    return `${publicUrl ?? url}/console/sign-in#t=${Redacted.value(secret)}`
  }).pipe(
    Effect.provideService(CurrentActor, system),
    // The server starts without it: the key signs in as well.
    Effect.catchAll((error) =>
      Effect.as(Effect.logWarning("The sign-in link could not be made.", error), undefined),
    ),
  )
