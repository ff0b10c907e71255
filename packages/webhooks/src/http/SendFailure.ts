/**
 * Why a request got no response: a code and a sentence for the endpoint's owner. Refused, blocked, not found
 * and unreachable are indistinguishable, so that nobody can use them to explore a private network.
 */
import type { AttemptError } from "@annotary/core/effect"

const sentences = {
  unreachable: "The endpoint could not be reached.",
  tls: "No secure connection could be established. Check that the certificate is valid and matches the host name.",
  timeout: "The receiver did not answer completely in time.",
  closed: "The connection was closed before the answer was complete.",
  protocol: "The answer is not valid HTTP/1.1.",
  too_large: "The headers of the answer are too large.",
  redirect: "The receiver answered with a redirect. Redirects are not followed; set the final URL.",
  status: "The receiver did not answer with a 2xx status.",
  unsealable: "The signing secrets of the endpoint cannot be decrypted. Contact the operator of the server.",
} as const

export type SendFailureCode = keyof typeof sentences

/** The failure as it is stored and shown. */
export const toAttemptError = (code: SendFailureCode): AttemptError => ({ code, message: sentences[code] })

export class SendFailure extends Error {
  constructor(
    readonly code: SendFailureCode,
    options?: ErrorOptions,
  ) {
    super(sentences[code], options)
  }
}

/** Maps an error of the HTTP client to a failure. `answering`: bytes of the request had been written. */
export const toSendFailure = (error: unknown, answering: boolean): SendFailure => {
  if (error instanceof SendFailure) return error
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW")
    return new SendFailure("too_large", { cause: error })
  if (code.startsWith("HPE_") || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" || isBadAnswer(error))
    return new SendFailure("protocol", { cause: error })
  return new SendFailure(answering ? "closed" : "unreachable", { cause: error })
}

/** Whether the response was unreadable, or well-formed but impossible: an upgrade, a status 100. */
const isBadAnswer = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "HTTPParserError" || /^bad (response|upgrade)/.test(error.message))
