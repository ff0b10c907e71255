/** The lines of the check of a dataset, as the API streams them. */
import { ApiError, type Problem, Unreachable } from "../../api/problem.ts"

/** A warning, with the sample that it is about. */
export interface FoundWarning {
  readonly id: string
  readonly rule: string
  readonly message: string
  readonly frame: number | null
  readonly dismissed: object | null
  readonly sample_uuid: string
  readonly sample_name: string
}

/** A label that could not be checked. */
export interface RefusedLabel {
  readonly sample_uuid: string
  readonly sample_name: string
  readonly message: string
}

export interface CheckProgress {
  readonly samples: number
  readonly total: number
}

export interface CheckSummary {
  readonly samples: number
  readonly labels: number
  readonly labels_with_warnings: number
}

export type CheckLine =
  | ({ readonly type: "warning" } & FoundWarning)
  | ({ readonly type: "refused" } & RefusedLabel)
  | ({ readonly type: "progress" } & CheckProgress)
  | ({ readonly type: "summary" } & CheckSummary)

type Line = CheckLine | { readonly error: Problem }

/** Reads the lines that each piece of the body completes. Throws the error in which a body ends, and where its last line is not the summary. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<ReadonlyArray<CheckLine>> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let [rest, isWhole] = ["", false]
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new Unreachable("", { cause })
      })
      if (done) break
      const texts = (rest + decoder.decode(value, { stream: true })).split("\n")
      rest = texts.pop() ?? ""
      const lines = texts.map(parseLine)
      isWhole ||= lines.some(({ type }) => type === "summary")
      yield lines
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  if (!isWhole) throw new Unreachable("")
}

const parseLine = (text: string): CheckLine => {
  // Cast: the server writes these lines.
  const line = JSON.parse(text) as Line
  if ("error" in line) throw new ApiError(line.error)
  return line
}
