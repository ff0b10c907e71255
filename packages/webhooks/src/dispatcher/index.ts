/**
 * Entry point to delivery: the dispatcher and its HTTP client. Separate from the others because only workers
 * load it.
 */

export { type CheckedAnswer, getChecked } from "../http/checkedGet.ts"
export * from "../http/limits.ts"
export { type CheckedFile, type FileLimits, openCheckedFile } from "../http/openCheckedFile.ts"
export * from "../http/Sender.ts"
export { SendFailure } from "../http/SendFailure.ts"
export * from "../signing/Sealer.ts"
export * from "../ssrf/AddressPolicy.ts"
export type { Resolver } from "../ssrf/resolveChecked.ts"
export * from "../ssrf/systemResolver.ts"
export * from "./Dispatcher.ts"
export * from "./DispatchSettings.ts"
export type { OnTransition } from "./transitionHook.ts"
