/** The inputs of API keys: what a new key may do, until when, and how one replaces another. */
import { type Redacted, Schema } from "effect"
import { Timestamp } from "../domain/Timestamp.ts"
import { Role } from "../domain/User.ts"
import { decodeInput } from "../domain/violations.ts"
import { ApiKeyDescription } from "../domain/wire/fields.ts"

/** The limits of a new API key below the permissions of its user. Absent limits do not apply. */
export interface NewApiKeyScope {
  /** Whether the key can only read. */
  readonly readOnly?: boolean | undefined
  /** The only dataset of the key, as `owner/name`. */
  readonly dataset?: string | null | undefined
  /** The highest role of the key on any dataset. */
  readonly role?: Role | null | undefined
}

/** The input of a new API key. */
export interface NewApiKey {
  readonly description?: string | undefined
  readonly expiresAt?: string | null | undefined
  readonly scope?: NewApiKeyScope | undefined
  /** The user of the key. Defaults to the caller; site admins may create keys for others, and the managers of a model for it. */
  readonly user?: string | undefined
  /** A secret that was generated elsewhere, in the documented format. Only the engine itself may set it. */
  readonly secret?: Redacted.Redacted | undefined
}

/** The input of a rotation. */
export interface ApiKeyRotation {
  /** The time during which the old key works beside the new one, in seconds. 0–604800, by default 86400. */
  readonly overlapSeconds?: number | undefined
  /** The expiry of the new key. By default it lives as long as the old one was to live. */
  readonly expiresAt?: string | null | undefined
}

/** The longest overlap of a rotation. */
export const maxKeyOverlapSeconds = 7 * 24 * 3600
const defaultOverlapSeconds = 24 * 3600

/** Decodes what a new key states itself. */
export const newApiKeyOf = decodeInput(
  Schema.Struct({
    description: Schema.optionalWith(ApiKeyDescription, { default: () => "" }),
    expiresAt: Schema.optionalWith(Schema.NullOr(Timestamp), { default: () => null }),
    scope: Schema.optionalWith(
      Schema.Struct({
        readOnly: Schema.optionalWith(Schema.Boolean, { default: () => false }),
        dataset: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null }),
        role: Schema.optionalWith(Schema.NullOr(Role), { default: () => null }),
      }),
      { default: () => ({ readOnly: false, dataset: null, role: null }) },
    ),
  }),
)

/** Decodes a rotation. */
export const rotationOf = decodeInput(
  Schema.Struct({
    overlapSeconds: Schema.optionalWith(Schema.Int.pipe(Schema.between(0, maxKeyOverlapSeconds)), {
      default: () => defaultOverlapSeconds,
    }),
    expiresAt: Schema.optional(Schema.NullOr(Timestamp)),
  }),
)
