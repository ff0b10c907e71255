import { createEngine, type Engine, findCookie } from "@annotary/core"
import { memory } from "@annotary/core/memory"

interface Sessions {
  readonly find: (token: string | undefined) => Promise<{ userId: string; email: string } | null>
}

export const open = (sessions: Sessions): Promise<Engine> =>
  createEngine({
    storage: memory(),
    authenticator: async (request) => {
      const session = await sessions.find(findCookie(request, "session"))
      return session === null ? null : { id: session.userId, email: session.email }
    },
  })
