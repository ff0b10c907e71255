/** Annotations of endpoints for the transport, beyond those of HttpApi. Safe for browsers; plain data. */
import { Context } from "effect"

const flag = { defaultValue: () => false } as const

/** Needs no key: the handler runs as the anonymous actor. */
export class Public extends Context.Reference<Public>()("@annotary/http/Public", flag) {}

/** The handler reads the raw body, of any content type (uploads). */
export class RawBody extends Context.Reference<RawBody>()("@annotary/http/RawBody", flag) {}

/** Accepts `application/x-ndjson` as a stream of lines, in addition to the JSON payload. */
export class LinesBody extends Context.Reference<LinesBody>()("@annotary/http/LinesBody", flag) {}

/** Ignores `Idempotency-Key`: the endpoint is idempotent by itself. */
export class NotIdempotent extends Context.Reference<NotIdempotent>()("@annotary/http/NotIdempotent", flag) {}

/** The response contains a secret and is never stored. */
export class SecretAnswer extends Context.Reference<SecretAnswer>()("@annotary/http/SecretAnswer", flag) {}

/**
 * Ignores unknown query parameters and invalid values instead of refusing them, because clients of the wire contract send
 * them (contract 0.8).
 */
export class LenientQuery extends Context.Reference<LenientQuery>()("@annotary/http/LenientQuery", flag) {}

/**
 * Values of parameters that count as absent, because clients of the wire contract send them; empty values do too. Other invalid values are
 * refused, also where unknown parameters are ignored.
 */
export class ToleratedValues extends Context.Reference<ToleratedValues>()("@annotary/http/ToleratedValues", {
  defaultValue: (): Readonly<Record<string, ReadonlyArray<string>>> | undefined => undefined,
}) {}

/** Ignores unknown keys of the body. Clients of the wire contract differ in the keys that they send. */
export class LenientBody extends Context.Reference<LenientBody>()("@annotary/http/LenientBody", flag) {}

/** The response is a file that supports range requests (RFC 9110, section 14). */
export class Ranged extends Context.Reference<Ranged>()("@annotary/http/Ranged", flag) {}

/** Whether a request without a body is refused. A PUT or PATCH needs one; a POST may be an action without input. */
export const hasRequiredBody = (method: string): boolean => /^(put|patch)$/i.test(method)
