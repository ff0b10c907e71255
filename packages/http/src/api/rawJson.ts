/**
 * What a declaration tells the transport beyond what HttpApi can say about an endpoint. Browser-safe; everything here is data.
 */
import { Context } from "effect"

const flag = { defaultValue: () => false } as const

/** Answers without a key: the handler's actor is the anonymous one. */
export class Public extends Context.Reference<Public>()("@annotary/http/Public", flag) {}

/** The handler reads the body as it comes, whatever its type (uploads). */
export class RawBody extends Context.Reference<RawBody>()("@annotary/http/RawBody", flag) {}

/** Takes `application/x-ndjson` as a stream of lines beside the JSON payload. */
export class LinesBody extends Context.Reference<LinesBody>()("@annotary/http/LinesBody", flag) {}

/** Ignores `Idempotency-Key`: the endpoint is repeatable by itself. */
export class NotIdempotent extends Context.Reference<NotIdempotent>()("@annotary/http/NotIdempotent", flag) {}

/** The answer holds a secret and is never stored. */
export class SecretAnswer extends Context.Reference<SecretAnswer>()("@annotary/http/SecretAnswer", flag) {}

/**
 * Query parameters that nobody knows, and values that make no sense, are dropped instead of refused: clients of the wire
 * contract send such (contract 0.8).
 */
export class LenientQuery extends Context.Reference<LenientQuery>()("@annotary/http/LenientQuery", flag) {}

/** Keys of the body that nobody knows are ignored: the call is one of the wire contract, whose clients differ in what they send. */
export class LenientBody extends Context.Reference<LenientBody>()("@annotary/http/LenientBody", flag) {}

/** The answer is a file, of which a part can be requested (RFC 9110, section 14). */
export class Ranged extends Context.Reference<Ranged>()("@annotary/http/Ranged", flag) {}

/**
 * Whether a call that takes a body is refused without one: a PUT or a PATCH without a body says nothing of what it wants; a
 * POST is an action that may need no more words.
 */
export const needsBody = (method: string): boolean => /^(put|patch)$/i.test(method)
