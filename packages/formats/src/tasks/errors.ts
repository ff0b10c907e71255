/** Errors in messages. A structured clone keeps neither the class of an error nor its code. */
import { FormatError } from "../FormatError.ts"

export interface SentError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  /** The members of an error of the system, or the path and the reason of a `FormatError`. */
  readonly members: Readonly<Record<string, string | number>>
}

const memberNames = ["code", "errno", "syscall", "path", "reason"] as const

/** Makes the message of an error. */
export const sendError = (cause: unknown): SentError => {
  if (!(cause instanceof Error))
    return { name: "Error", message: String(cause), stack: undefined, members: {} }
  const members: Record<string, string | number> = {}
  for (const name of memberNames) {
    const value: unknown = Reflect.get(cause, name)
    if (typeof value === "string" || typeof value === "number") members[name] = value
  }
  return { name: cause.name, message: cause.message, stack: cause.stack, members }
}

/** Makes the error of a message. */
export const receiveError = ({ members, message, name, stack }: SentError): Error => {
  const { path, reason } = members
  if (name === "FormatError" && typeof path === "string" && typeof reason === "string")
    return new FormatError(path, reason)
  const error = Object.assign(new Error(message), members, { name })
  if (stack !== undefined) error.stack = stack
  return error
}
