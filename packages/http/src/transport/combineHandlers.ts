import { Effect } from "effect"
import { getPath, toOriginForm } from "./address/target.ts"
import type { HttpHandler } from "./handler.ts"

/** One handler of two: requests to addresses that the first one knows are its own, all others are those of the second. */
export const combineHandlers = (first: HttpHandler, second: HttpHandler): HttpHandler => ({
  handle: (incoming, responder) =>
    (first.knows(getPath(toOriginForm(incoming.target))) ? first : second).handle(incoming, responder),
  refuse: second.refuse,
  knows: (pathname) => first.knows(pathname) || second.knows(pathname),
  settled: Effect.zipRight(first.settled, second.settled),
})
