/** An identity provider that signs people in by redirects: the port between the addresses of the console and a host. */
import { Data, type Effect } from "effect"

/** The values of one sign-in, which bind the answer of the provider to the browser that began it. */
export interface SignInFlow {
  /** The address to which the provider sends the browser back. */
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** The PKCE code verifier. */
  readonly verifier: string
}

const reasons = {
  unknown: "There is no account for you on this server. Ask one of its admins for one.",
  disabled: "Your account on this server is disabled.",
  name_missing: "Your identity provider says no name that an account on this server can have.",
  name_taken:
    "Somebody on this server has your name, and that account is not linked to your identity. Ask an admin of the server to link it.",
  denied: "Your identity provider did not sign you in.",
  failed: "The sign-in could not be completed. Sign in again.",
  unavailable: "Your identity provider does not answer. Try again in a minute.",
} as const

/** The person cannot enter, or the provider's answer does not count. The message is shown to them. */
export class SignInRefused extends Data.TaggedError("SignInRefused")<{
  readonly reason: keyof typeof reasons
}> {
  override get message() {
    return reasons[this.reason]
  }
}

/** An identity provider. */
export interface SignInProvider {
  /** The address at the provider where the person signs in. */
  readonly begin: (flow: SignInFlow) => Effect.Effect<URL, SignInRefused>
  /** The account of the person, from the address to which the provider sent the browser back. */
  readonly complete: (flow: SignInFlow, answer: URL) => Effect.Effect<string, SignInRefused>
}
