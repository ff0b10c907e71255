/** The entry point for Node: a listener for any Node host, and a standalone server. */

export { annotary } from "./hosts/node.ts"
export { ListenFailed, type Listening, type ServeOptions, serveNode } from "./transport/node/serve.ts"
export {
  type BodyWorkers,
  bodyWorkers,
  /** The same threads as a label checker: `createEngine({ labelChecker: checkInThreads })`. */
  bodyWorkers as checkInThreads,
} from "./transport/node/threads/workers.ts"
export { type NodeListener, type NodeOptions, toNode } from "./transport/node/toNode.ts"
