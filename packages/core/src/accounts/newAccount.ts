/** A new account and the validation of its input. */
import { Effect, Schema } from "effect"
import { Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import type { User } from "../domain/User.ts"
import { decodeInput } from "../domain/violations.ts"
import { Email as EmailText } from "../domain/wire/fields.ts"

export interface NewAccount {
  readonly username: string
  readonly email?: string | null | undefined
}

const Email = Schema.NullOr(
  EmailText.pipe(Schema.pattern(/^[^\s@]+@[^\s@]+$/, { message: () => "must be an e-mail address" })),
)

const Account = Schema.Struct({
  username: Username,
  email: Schema.optionalWith(Email, { default: () => null }),
})
/** Validates a new e-mail address of an existing account. */
export const emailOf = decodeInput(Schema.Struct({ email: Email }))
const decode = decodeInput(Account)

/** The validated account, not stored. */
export const createAccount = Effect.fnUntraced(function* (
  input: NewAccount,
  kind: {
    readonly isOrganization: boolean
    readonly siteAdmin: boolean
    readonly createdBy: Username | null
    readonly modelOf?: Username
    readonly displayName?: string | null
  },
) {
  const { username, email } = yield* decode(input)
  const user: User = {
    username,
    email,
    modelOf: null,
    displayName: null,
    ...kind,
    webhooksEnabled: false,
    feedSince: null,
    createdAt: yield* now,
    disabledAt: null,
  }
  return user
})
