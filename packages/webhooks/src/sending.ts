/** The door to what delivers: the dispatcher and its HTTP client. Apart from the others, because only workers load it. */

export * from "./Dispatcher.ts"
export * from "./dispatch/DispatchSettings.ts"
export type { OnTransition } from "./dispatch/transitionHook.ts"
export * from "./guard/AddressPolicy.ts"
export type { Resolver } from "./guard/resolveChecked.ts"
export * from "./guard/systemResolver.ts"
export * from "./Retention.ts"
export * from "./send/limits.ts"
export * from "./send/Sender.ts"
export * from "./signing/Sealer.ts"
