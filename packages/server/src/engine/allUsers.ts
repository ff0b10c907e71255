/** Every account, read page by page. */
import { type User, Users } from "@annotary/core/effect"
import { Effect } from "effect"

const pageSize = 1000

export const allUsers = Effect.gen(function* () {
  const users = yield* Users
  const all: Array<User> = []
  for (;;) {
    const page = yield* users.list({ after: all.at(-1)?.username, limit: pageSize })
    all.push(...page)
    if (page.length < pageSize) return all
  }
})
