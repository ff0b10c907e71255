import { createEngine } from "@annotary/core"
import { memory } from "@annotary/core/memory"

export const engine = await createEngine({
  storage: memory(),
  worker: false,
  logger: () => {},
  authenticator: () => ({ username: "ana" }),
})
