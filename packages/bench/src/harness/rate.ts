import type { Calls } from "./cpu.ts"

/** Calls per second of a number of concurrent clients, each of which calls again after its previous call. */
export const measurePerSecond = async (
  clients: number,
  millis: number,
  call: () => Promise<unknown>,
): Promise<number> => (await makeCalls(clients, millis, call)).perSecond

/** As `measurePerSecond`, with the number of calls. */
export const makeCalls = async (
  clients: number,
  millis: number,
  call: () => Promise<unknown>,
): Promise<Calls> => {
  const begun = performance.now()
  const until = begun + millis
  let calls = 0
  const runClient = async () => {
    do {
      await call()
      calls += 1
    } while (performance.now() < until)
  }
  await Promise.all(Array.from({ length: clients }, runClient))
  return { count: calls, perSecond: calls / ((performance.now() - begun) / 1000) }
}
