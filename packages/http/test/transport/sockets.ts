/** Real servers on real sockets, and bare sockets that say anything. */
import { connect, type Socket } from "node:net"
import { Effect, Exit, Scope } from "effect"
import { assert } from "vitest"
import { type ServeOptions, serveNode } from "../../src/node.ts"
import { makeWorld, type Options, testHandler, type World } from "./fixture.ts"

const stops: Array<() => Promise<void>> = []

/** Stops what {@link start} has started; call it after each test. */
export const stopAll = async (): Promise<void> => {
  for (const stop of stops.splice(0)) await stop()
}

export const start = async (
  world: World = makeWorld(),
  options: Partial<Options> = {},
  server: Partial<ServeOptions> = {},
) => {
  const scope = Effect.runSync(Scope.make())
  const handler = testHandler(world, options)
  const listening = await Effect.runPromise(
    Scope.extend(serveNode({ handler, stopMillis: 500, ...server }), scope),
  )
  const stop = (): Promise<void> => Effect.runPromise(Scope.close(scope, Exit.void))
  stops.push(stop)
  return { ...listening, stop, handler }
}

export const later = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Until it is so, for ten seconds at most: a machine may be busy with other tests. */
export const until = async (so: () => boolean): Promise<void> => {
  for (let i = 0; i < 2000 && !so(); i++) await later(5)
  assert.isTrue(so())
}

export const key = { authorization: "APIKey good" }

/** A bare socket and all that it has received. */
export const raw = (
  port: number,
): { readonly socket: Socket; readonly received: () => string; readonly closed: () => boolean } => {
  const socket = connect(port, "127.0.0.1")
  let text = ""
  let closed = false
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1")
  })
  socket.on("error", () => {})
  socket.on("close", () => {
    closed = true
  })
  return { socket, received: () => text, closed: () => closed }
}

export const head = (line: string, headers: Record<string, string | number> = {}): string =>
  [
    line,
    "Host: localhost",
    "Authorization: APIKey good",
    ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`),
    "",
    "",
  ].join("\r\n")
