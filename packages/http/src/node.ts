/** The door for node: a listener for any node host, and a server of our own. */
export { type BodyWorkers, bodyWorkers } from "./transport/node/bodyWorkers.ts"
export { ListenFailed, type Listening, type ServeOptions, serveNode } from "./transport/node/serve.ts"
export { type NodeListener, toNode } from "./transport/node/toNode.ts"
