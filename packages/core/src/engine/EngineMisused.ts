import { Data } from "effect"

const sentences = {
  around_transaction:
    "The engine was used around an open engine.transaction. Call the `tx` that the transaction gives you instead.",
  transaction_too_long:
    "The transaction took longer than settings.transactionMillis allows and was rolled back; all others were waiting for it.",
  transaction_ended:
    "`tx` was used after its transaction had ended. Await every call inside of engine.transaction.",
  closed: "The engine is closed.",
  storage_missing:
    "createEngine needs a storage. Pass one, for example { storage: memory() } with memory from @annotary/core/memory.",
  sinks_without_events:
    'Sinks publish the events of every change. Pass events: true to createEngine, or settings.events "always".',
  sink_names:
    "Each sink of events needs its own name, of 1 to 100 letters, digits, dots, underscores and hyphens.",
  unknown_user:
    "There is no enabled person of this name. Create one with engine.users.create({ username }), or pass another name to engine.as.",
} as const

/** A programming error of the host application. The message says what to do instead. */
export class EngineMisused extends Data.TaggedError("EngineMisused")<{
  readonly code: keyof typeof sentences
  /** The name given to `engine.as` that belongs to no account. */
  readonly user?: string
}> {
  override get message() {
    const subject = this.user === undefined ? "" : `engine.as(${JSON.stringify(this.user)}): `
    return `${subject}${sentences[this.code]}`
  }
}
