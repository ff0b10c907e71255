/** Calls between a task and its owner: each side answers the calls of the other by name, any number at a time. */
import type { TaskPort } from "@annotary/core"
import { receiveError, type SentError, sendError } from "./errors.ts"

type Message =
  | { readonly call: number; readonly name: string; readonly argument: unknown }
  | { readonly answer: number; readonly value: unknown }
  | { readonly answer: number; readonly error: SentError }

/** Answers one kind of call. Messages are untyped: both sides come from this package and agree on the types. */
type Answer = (argument: never) => unknown

interface OpenCall {
  readonly resolve: (value: never) => void
  readonly reject: (cause: unknown) => void
}

export class Channel {
  readonly #port: TaskPort
  readonly #answers = new Map<string, Answer>()
  readonly #open = new Map<number, OpenCall>()
  #calls = 0
  #failure: { readonly cause: unknown } | undefined

  constructor(port: TaskPort) {
    this.#port = port
    port.onMessage((message) => this.#receive(message as Message))
  }

  /** Answers the calls of a name from now on. */
  answer<Argument>(name: string, answer: (argument: Argument) => unknown): void {
    this.#answers.set(name, answer)
  }

  /** Calls the other side. Rejects with its error, or with that of {@link fail}. */
  call<Result>(name: string, argument: unknown): Promise<Result> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.cause)
    return new Promise((resolve, reject) => {
      const call = ++this.#calls
      // What cannot be sent rejects the call and is not waited for.
      this.#port.send({ call, name, argument } satisfies Message)
      this.#open.set(call, { resolve, reject })
    })
  }

  /** Rejects all calls that wait, and all later ones: the other side is gone. */
  fail(cause: unknown): void {
    this.#failure ??= { cause }
    for (const { reject } of this.#open.values()) reject(cause)
    this.#open.clear()
  }

  #receive(message: Message): void {
    if ("call" in message) void this.#reply(message)
    else if ("answer" in message) this.#settle(message)
  }

  #settle(message: Extract<Message, { readonly answer: number }>): void {
    const call = this.#open.get(message.answer)
    this.#open.delete(message.answer)
    if ("error" in message) call?.reject(receiveError(message.error))
    else call?.resolve(message.value as never)
  }

  async #reply({ argument, call, name }: Extract<Message, { readonly call: number }>): Promise<void> {
    try {
      const answer = this.#answers.get(name)
      if (answer === undefined) throw new Error(`There is no answer to ${name}.`)
      this.#port.send({ answer: call, value: await answer(argument as never) } satisfies Message)
    } catch (cause) {
      this.#port.send({ answer: call, error: sendError(cause) } satisfies Message)
    }
  }
}
