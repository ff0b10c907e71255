/**
 * The program of a worker thread that extracts large bodies and checks large labels, one at a time and in order. The
 * modules for checking are loaded with the first label.
 */
import { parentPort } from "node:worker_threads"
import * as Either from "effect/Either"
import { extract, sha256 } from "../../codec/extract.ts"
import {
  type BodyAnswer,
  type BodyQuestion,
  type LabelAnswer,
  type LabelQuestion,
  type SentText,
  sentText,
  type ThreadQuestion,
} from "./message.ts"

parentPort?.on("message", async (question: ThreadQuestion) => {
  if ("check" in question) {
    parentPort?.postMessage(await checkResultOf(question))
    return
  }
  const { answer, memories } = extracted(question)
  parentPort?.postMessage(answer, memories)
})

const checkResultOf = async ({ check, heapMegabytes }: LabelQuestion): Promise<LabelAnswer> => {
  const { checkText } = await import("@annotary/core/check")
  return checkText(check, heapMegabytes)
}

const extracted = ({ bytes, plan, sha256: wanted }: BodyQuestion) => {
  // Hashed before the extraction, which may transfer the memory of the bytes.
  const hash = wanted ? sha256(bytes) : ""
  const memories = new Set<ArrayBuffer>()
  const value = extract(bytes, plan, (all, span): SentText => {
    const text = sentText(all, span)
    if (typeof text !== "string") memories.add(text.memory)
    return text
  })
  const answer: BodyAnswer = {
    value: Either.isRight(value) ? { _tag: "Extracted", value: value.right } : value.left,
    sha256: hash,
  }
  return { answer, memories: Either.isRight(value) ? Array.from(memories) : [] }
}
