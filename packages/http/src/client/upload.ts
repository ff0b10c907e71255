/**
 * Uploads samples as NDJSON of any length. Lines are taken from the source until a portion is full. Each portion is one
 * request, and the next is filled only after its results were read. The source is therefore read at the pace of the
 * server and the reader, memory stays constant, and browsers need no request streams. A portion whose response was lost
 * is sent again: samples that exist already are reported as `existing`.
 */
import { type JsonTree, makeReleasable, type Raw, writeJson } from "@annotary/core/effect"
import { Effect } from "effect"
import type { NewSampleLine } from "../api/payloads/sample.ts"
import type { ImportedLine, ImportSums } from "../api/records/import.ts"
import { readText } from "./bodies.ts"
import { type Endpoint, listClientEndpoints } from "./endpoints.ts"
import { type ApiError, ConnectionFailed } from "./errors.ts"
import type { Exchange } from "./exchange.ts"
import { LinesText } from "./requests.ts"
import type { CallOptions, Loose } from "./types.ts"

/** A sample, optionally with its label. {@link Raw} text is sent as it is. */
export type UploadLine = Loose<typeof NewSampleLine.Type> | Raw

/** The dataset and the samples of an upload. */
export interface UploadRequest {
  readonly path: { readonly owner: string; readonly dataset: string }
  readonly lines: Iterable<UploadLine> | AsyncIterable<UploadLine>
  /** Whether to check the labels. */
  readonly check?: boolean | undefined
  /** Lines per request; 1000 by default. */
  readonly linesPerRequest?: number | undefined
}

/** The result of each line, in order and by line number, and the sums of the results read so far. */
export interface Upload extends AsyncIterable<typeof ImportedLine.Type> {
  readonly sums: typeof ImportSums.Type
}

type Run = <A>(effect: Effect.Effect<A, ApiError>, options: CallOptions) => Promise<A>

export const makeUpload = (
  exchange: Exchange,
  run: Run,
  { check, lines, linesPerRequest = 1000, path }: UploadRequest,
  options: CallOptions,
): Upload => {
  const sums = { created: 0, existing: 0, failed: 0 }
  const send = ({ count, text }: Portion) =>
    run(
      Effect.flatMap(
        exchange.whole(
          findUploadEndpoint(),
          {
            path,
            urlParams: { check: check === true ? true : undefined },
            payload: new LinesText(text, count),
          },
          options,
        ),
        (response) => Effect.flatMap(readText(response), (answer) => parseResults(answer, count)),
      ),
      options,
    )
  return {
    get sums() {
      return { ...sums }
    },
    async *[Symbol.asyncIterator]() {
      let before = 0
      for await (const portion of splitPortions(followSignal(lines, options.signal), linesPerRequest)) {
        for (const line of await send(portion)) {
          sums[line.status === "error" ? "failed" : line.status] += 1
          yield { ...line, line: line.line + before }
        }
        before += portion.count
      }
    },
  }
}

const findUploadEndpoint = (): Endpoint => {
  const endpoint = listClientEndpoints().find(
    ({ group, name }) => group === "samples" && name === "createMany",
  )
  if (endpoint === undefined) throw new Error("the API has no upload of samples")
  return endpoint
}

type Result = typeof ImportedLine.Type

/** The result of each line. A response that ended early lacks results or its last line. */
const parseResults = (
  answer: string,
  count: number,
): Effect.Effect<ReadonlyArray<Result>, ConnectionFailed> =>
  Effect.try({
    try: () => {
      const rows = answer.split("\n").filter((row) => row !== "")
      const last: Partial<typeof ImportSums.Type> = JSON.parse(rows.pop() ?? "{}")
      if (last.created === undefined || rows.length !== count)
        throw new Error(`The response has ${rows.length} results for ${count} lines.`)
      return rows.map((row): Result => JSON.parse(row))
    },
    catch: (cause) => new ConnectionFailed({ cause }),
  })

/** The lines until the signal aborts, even while the next line is pending. Throws the signal's reason. */
const followSignal = (
  lines: UploadRequest["lines"],
  signal: AbortSignal | undefined,
): UploadRequest["lines"] =>
  signal !== undefined && Symbol.asyncIterator in lines ? takeLinesUntil(lines, signal) : lines

async function* takeLinesUntil(
  lines: AsyncIterable<UploadLine>,
  signal: AbortSignal,
): AsyncGenerator<UploadLine> {
  const reading = makeReleasable(lines)[Symbol.asyncIterator]()
  let stop = (): void => {}
  const handleAbort = (): void => stop()
  signal.addEventListener("abort", handleAbort, { once: true })
  let whole = false
  try {
    while (true) {
      signal.throwIfAborted()
      const next = await new Promise<IteratorResult<UploadLine>>((resolve, reject) => {
        stop = () => reject(signal.reason)
        reading.next().then(resolve, reject)
      })
      whole = next.done === true
      if (next.done === true) return
      yield next.value
    }
  } finally {
    signal.removeEventListener("abort", handleAbort)
    if (!whole) await reading.return?.()
  }
}

/** A portion of this many characters is sent before it has all its lines. */
const longPortion = 4 * 1024 * 1024

interface Portion {
  readonly text: string
  readonly count: number
}

async function* splitPortions(lines: UploadRequest["lines"], most: number): AsyncGenerator<Portion> {
  let text = ""
  let count = 0
  for await (const line of lines) {
    // Raw text may contain line breaks, in JSON only between tokens. Cast: the wire types are interfaces, which have no
    // index signature, but contain JSON values only.
    text += `${writeJson(line as JsonTree).replaceAll(/[\r\n]/g, " ")}\n`
    count += 1
    if (count < most && text.length < longPortion) continue
    yield { text, count }
    text = ""
    count = 0
  }
  if (count > 0) yield { text, count }
}
