/** Every problem that the transport itself may return, in one place, so that a test can check all sentences. */
import { formatViolations, type Violation } from "@annotary/core/effect"
import type { JsonFault } from "../json/fault.ts"
import type { Problem } from "./problem.ts"

const makeProblem = (status: number, code: string, detail: string): Problem => ({ status, code, detail })

export const notFound = makeProblem(404, "not_found", "Not found.")

export const consoleMissing = makeProblem(
  404,
  "console_missing",
  "The console is not installed on this server. Install the package @annotary/console beside it.",
)

export const docsMissing = makeProblem(
  404,
  "docs_missing",
  "The viewer of the documentation is not part of this bundle. Read the document at /openapi.json.",
)

export const makeMethodNotAllowed = (allow: string): Problem => ({
  ...makeProblem(405, "method_not_allowed", "This path does not support this method."),
  headers: { Allow: allow },
})

export const unauthorized: Problem = {
  ...makeProblem(401, "unauthorized", "Authentication credentials were not provided."),
  headers: { "WWW-Authenticate": "APIKey" },
}

export const makeMalformedJson = ({ column, line, message, pointer }: JsonFault): Problem => ({
  ...makeProblem(
    400,
    "malformed_json",
    `The body is not valid JSON. Line ${line}, column ${column}: ${message}`,
  ),
  errors: pointer === undefined ? undefined : [{ pointer, message }],
})

export const makeInvalid = (errors: ReadonlyArray<Violation>): Problem => ({
  ...makeProblem(400, "invalid", formatViolations(errors)),
  errors,
})

export const notHttp = makeProblem(400, "bad_request", "The request is not valid HTTP.")

export const largeHeaders = makeProblem(
  431,
  "headers_too_large",
  "The request headers are larger than this server accepts.",
)

export const unknownExpectation = makeProblem(
  417,
  "unknown_expectation",
  "The only supported expectation is 100-continue.",
)

export const brokenEncoding = makeProblem(
  400,
  "broken_encoding",
  "The body cannot be decoded with its Content-Encoding.",
)

export const brokenBody = makeProblem(400, "broken_body", "The body ended before it was complete.")

export const badLineCount = makeProblem(
  400,
  "bad_line_count",
  'The header annotary-lines must be the number of lines of the body, or "last" for a body that ends with the line {"lines": N}.',
)

const sendAgain = "Send the body again; samples that were already saved will be reported as existing."

export const makeOtherLineCount = (count: number, announced: number): Problem =>
  makeProblem(
    400,
    "other_line_count",
    `The body has ${count} lines, but annotary-lines announces ${announced}. ${sendAgain}`,
  )

export const noLastLine = makeProblem(
  400,
  "no_last_line",
  `The body does not end with the line {"lines": N} that annotary-lines: last announces. ${sendAgain}`,
)

/** An error of the host's setup, addressed to its developer. */
export const bodyTaken = makeProblem(
  500,
  "body_taken",
  "The host has parsed this body before Annotary could read it. Mount Annotary before body parsers such as express.json(), or have them keep the bytes in request.rawBody.",
)

export const badIdempotencyKey = makeProblem(
  400,
  "bad_idempotency_key",
  "An Idempotency-Key must consist of 1 to 255 visible ASCII characters.",
)

/** The SDK detects a timeout by "Request time-out.". */
export const slowRequest = makeProblem(
  408,
  "slow_request",
  "Request time-out. The request took too long to arrive.",
)

export const slowBody = makeProblem(408, "slow_body", "Request time-out. The body took too long to arrive.")

export const inflatesTooMuch = makeProblem(
  413,
  "inflates_too_much",
  "The decompressed body is more than 100 times as large as what was sent. Send it without compression.",
)

export const tooManyLines = makeProblem(
  400,
  "too_many_lines",
  "The body has too many blank or nearly blank lines. Send one JSON object per line.",
)

/** A supported coding would be sent as Content-Encoding. */
export const unknownTransferEncoding = makeProblem(
  501,
  "unknown_transfer_encoding",
  "This Transfer-Encoding is not supported. Send only chunked, and declare the compression of the body in Content-Encoding.",
)

export const makeUnknownVersion = (version: string): Problem =>
  makeProblem(
    400,
    "unknown_version",
    `This annotary-version is not supported by this server. Send ${version}, or omit the header.`,
  )

export const tooLarge = makeProblem(413, "too_large", "The body is larger than this server accepts.")

export const unsupportedMediaType = makeProblem(
  415,
  "unsupported_media_type",
  "This content type is not accepted here. Send application/json in UTF-8.",
)

export const notAForm = makeProblem(
  415,
  "unsupported_media_type",
  "This content type is not accepted here. Send multipart/form-data.",
)

export const unsupportedEncoding: Problem = {
  ...makeProblem(
    415,
    "unsupported_encoding",
    "This Content-Encoding is not accepted. Use gzip, deflate, br or none.",
  ),
  headers: { "Accept-Encoding": "gzip, deflate, br" },
}

export const makeTooManyFields = (most: number): Problem =>
  makeProblem(
    400,
    "too_many_fields",
    `The form has more than ${most} fields. Send only the fields of presignedPostFields and the file.`,
  )

export const makeLongField = (mostBytes: number): Problem =>
  makeProblem(
    400,
    "long_field",
    `A field of the form is longer than ${mostBytes} bytes. Send the fields of presignedPostFields unchanged.`,
  )

export const longForm = makeProblem(
  413,
  "too_large",
  "The part of the form before its file is too large. Send the fields of presignedPostFields, then the part file.",
)

export const makeRangeNotSatisfiable = (size: number): Problem => ({
  ...makeProblem(416, "range_not_satisfiable", "The requested range is outside the file."),
  headers: { "Content-Range": `bytes */${size}` },
})

export const unknownHost = makeProblem(
  421,
  "unknown_host",
  "This server does not accept this host name. Add it to ANNOTARY_ALLOWED_HOSTS, or use it in ANNOTARY_PUBLIC_URL.",
)

export const foreignHost = makeProblem(
  421,
  "foreign_host",
  "People can only sign in at the address of ANNOTARY_PUBLIC_URL or, without it, at the address that the server listens on.",
)

export const plainHttpConsole = makeProblem(
  403,
  "plain_http",
  "Over plain HTTP, people can only sign in at a loopback address, because others could read the cookie. Set ANNOTARY_PUBLIC_URL to the https:// URL of a reverse proxy, or ANNOTARY_CONSOLE_PLAIN_HTTP to anywhere.",
)

export const foreignOrigin = makeProblem(
  403,
  "foreign_origin",
  "Only pages of this server can send this request: its Origin must be that of the server.",
)

export const notFromConsole = makeProblem(
  403,
  "not_from_console",
  "This request requires Content-Type: application/json and the header annotary-console: 1.",
)

/** A sign-in with an identity provider that does not count. */
export const signInRefused = ({
  message,
  reason,
}: {
  readonly reason: string
  readonly message: string
}): Problem => {
  const status = reason === "unavailable" ? 503 : reason === "failed" ? 400 : 403
  return makeProblem(status, `sign_in_${reason}`, message)
}

export const makeThrottled = (retryAfter: number): Problem => ({
  ...makeProblem(429, "throttled", "Request was throttled."),
  headers: { "Retry-After": String(retryAfter) },
})

/** Never describes the error: that is in the log, under the request id. */
export const makeInternalError = (requestId: string): Problem => ({
  ...makeProblem(
    500,
    "internal_error",
    "Internal error. The log of the server has the details under the request id.",
  ),
  requestId,
})

const later = { "Retry-After": "1" } as const

export const busy: Problem = {
  ...makeProblem(503, "busy", "The server is processing too many large bodies. Try again in a moment."),
  headers: later,
}

export const unavailable: Problem = {
  ...makeProblem(503, "unavailable", "The service is temporarily unavailable. Try again in a moment."),
  headers: later,
}
