/** Makes calls of one port fail, to test how an application behaves when its database does. */
import { StorageFailure } from "@annotary/core/effect"
import { type Context, Effect, Layer } from "effect"

/** Decides for each call whether it fails. */
export type ShouldFail = (method: string) => boolean

/** The same storage, in which calls of the port fail as if the database were unavailable. */
export const withFaults = <Ports, Port extends Ports, Service extends object>(
  storage: Layer.Layer<Ports>,
  port: Context.Tag<Port, Service>,
  shouldFail: ShouldFail,
): Layer.Layer<Ports> => {
  const faulty = Layer.effect(
    port,
    Effect.map(port, (service) => wrapService(port.key, service, shouldFail)),
  )
  // Both name one layer, so that one build makes one database.
  return Layer.merge(storage, Layer.provide(faulty, storage))
}

/** Methods that return streams are left as they are. */
const wrapService = <Service extends object>(
  name: string,
  service: Service,
  shouldFail: ShouldFail,
): Service =>
  new Proxy(service, {
    get: (target, method) => {
      const member: unknown = Reflect.get(target, method)
      if (typeof member !== "function") return member
      return (...params: ReadonlyArray<unknown>) => {
        const call: unknown = Reflect.apply(member, target, params)
        if (!Effect.isEffect(call)) return call
        return Effect.suspend(() => (shouldFail(String(method)) ? fail(`${name}.${String(method)}`) : call))
      }
    },
  })

const fail = (operation: string): Effect.Effect<never> =>
  Effect.die(new StorageFailure({ operation, transient: true, cause: new Error("This fault is a test.") }))
