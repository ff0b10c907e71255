/** The API for `node:http`: `createServer(annotary(engine))`, or below a path next to other routes. */
import { type NodeListener, toNode } from "../transport/node/toNode.ts"
import { type HostedEngine, type HostOptions, makeHostedApi } from "../web.ts"

/**
 * Returns a listener for `node:http` that serves the API of an engine. With a `next` as third argument, other addresses
 * go to it.
 */
export const annotary = (engine: HostedEngine, options: HostOptions = {}): NodeListener =>
  toNode(makeHostedApi(engine, options), options)
