/** The API for `node:http`: `createServer(annotary(engine))`, or below a path with routes of one's own behind it. */
import { type NodeListener, toNode } from "../transport/node/toNode.ts"
import { apiOf, type HostedEngine, type HostOptions } from "../web.ts"

/** With a `next` as its third argument the listener leaves to that whatever is not ours. */
export const annotary = (engine: HostedEngine, options: HostOptions = {}): NodeListener =>
  toNode(apiOf(engine, options), options)
