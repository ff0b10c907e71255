/** The API for `node:http`: `createServer(annotary(engine))`, or below a path with routes of one's own behind it. */
import { type NodeListener, toNode } from "../transport/node/toNode.ts"
import { apiOf, type HostedEngine, type HostOptions } from "../web.ts"

/** Makes the API of an engine into a listener for `node:http`. With a `next` as third argument it leaves other addresses to that. */
export const annotary = (engine: HostedEngine, options: HostOptions = {}): NodeListener =>
  toNode(apiOf(engine, options), options)
