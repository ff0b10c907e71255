import { makeClient } from "@annotary/http/client"
import { Effect, Stream } from "effect"

export const names = (baseUrl: string, apiKey: string) =>
  Effect.gen(function* () {
    const client = yield* makeClient({ baseUrl, apiKey })
    const path = { owner: "ada", dataset: "cars" }
    const rows = yield* Stream.runCollect(client.rows.samples.list({ path }))
    return Array.from(rows, ({ name }) => name)
  }).pipe(Effect.catchTag("NotFound", () => Effect.succeed([])))
