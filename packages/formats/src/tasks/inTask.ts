/** Reads and writes archives in a task: the owner's side. `formats-task.ts` is the other one. */
import type {
  FormatRead,
  FormatReading,
  FormatReport,
  FormatWriting,
  FormatWritten,
  MeasuredPictureOfSample,
  MeasuredSize,
  PictureMeasuring,
  SaveFile,
} from "@annotary/core"
import type { ArchivePlan } from "../archives.ts"
import type { FormatTask } from "./FormatTask.ts"

/** The part of a plan that has no functions. */
export type SentPlan = Pick<ArchivePlan, "folder" | "limits" | "unpacked">

/** The request to read an archive. */
export interface ReadRequest extends Omit<FormatReading, "archive" | "signal" | "executor"> {
  /** The stream of the archive. */
  readonly archive: number
  readonly plan: SentPlan
}

/** The request to write an archive. */
export interface WriteRequest
  extends Omit<FormatWriting, "samples" | "open" | "onMeasured" | "signal" | "executor"> {
  /** The stream of the samples. */
  readonly samples: number
  readonly folder: string
  readonly limits: ArchivePlan["limits"]
}

/** A file that a task saves. */
export interface SaveRequest {
  readonly filename: string
  /** The stream of the content. */
  readonly content: number
}

/** Unpacks and reads an archive in a task. */
export const readInTask = async (
  task: FormatTask,
  { archive, signal, ...reading }: Omit<FormatReading, "executor">,
  plan: SentPlan,
): Promise<Omit<FormatRead, "close">> => {
  endWith(signal, task)
  const { channel, streams } = task
  const { format } = await channel.call<{ readonly format: string }>("read", {
    ...reading,
    archive: streams.offer(archive),
    plan,
  } satisfies ReadRequest)
  let losses: FormatReport["losses"] = []
  let save: SaveFile = () => Promise.reject(new Error("Nothing is read."))
  channel.answer("save", ({ content, filename }: SaveRequest) => save(filename, streams.read(content)))
  return {
    format,
    records: async function* (saveFile) {
      save = saveFile
      yield* streams.read(await channel.call("records", undefined))
      losses = await channel.call("losses", undefined)
    },
    losses: () => losses,
    isValidated: true,
  }
}

/** Measures pictures in a task. */
export const measureInTask = async (
  task: FormatTask,
  { open, signal, urls }: Omit<PictureMeasuring, "executor">,
): Promise<ReadonlyArray<MeasuredSize | null>> => {
  endWith(signal, task)
  answerOpen(task, open)
  return await task.channel.call("measure", urls)
}

/** Lets the task open files. */
const answerOpen = ({ channel, streams }: FormatTask, open: PictureMeasuring["open"]): void =>
  channel.answer("open", async (url: string) => {
    const content = await open(url)
    return content === null ? null : streams.offer(content)
  })

/** Writes an archive in a task. */
export const writeInTask = async (
  task: FormatTask,
  { onMeasured, open, samples, signal, ...writing }: Omit<FormatWriting, "executor">,
  folder: string,
  limits?: ArchivePlan["limits"],
): Promise<Omit<FormatWritten, "close">> => {
  endWith(signal, task)
  const { channel, streams } = task
  answerOpen(task, open)
  channel.answer("measured", (picture: MeasuredPictureOfSample) => onMeasured?.(picture))
  const written = await channel.call<{ readonly report: FormatReport; readonly bytes: number }>("write", {
    ...writing,
    samples: streams.offer(samples),
    folder,
    limits,
  } satisfies WriteRequest)
  return { report: written.report, bytes: streams.read(written.bytes) }
}

/** An abort ends the task at once, as long as it runs. */
const endWith = (signal: AbortSignal, { end, ended }: Pick<FormatTask, "end" | "ended">): void => {
  signal.throwIfAborted()
  const onAbort = () => void end()
  signal.addEventListener("abort", onAbort, { once: true })
  void ended.then(() => signal.removeEventListener("abort", onAbort))
}
