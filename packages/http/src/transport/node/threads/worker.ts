/**
 * The program of a worker thread that extracts large bodies and checks large labels, one at a time and in order. The
 * modules for checking are loaded with the first label.
 */
import { parentPort } from "node:worker_threads"
import * as Either from "effect/Either"
import { extract, hashSha256 } from "../../codec/extract.ts"
import {
  type BodyAnswer,
  type BodyQuestion,
  type LabelAnswer,
  type LabelQuestion,
  type SentText,
  type ThreadQuestion,
  toSentText,
} from "./message.ts"

parentPort?.on("message", async (question: ThreadQuestion) => {
  if ("check" in question) {
    parentPort?.postMessage(await checkLabel(question))
    return
  }
  const { answer, memories } = extractBody(question)
  parentPort?.postMessage(answer, memories)
})

const checkLabel = async ({ check, heapMegabytes }: LabelQuestion): Promise<LabelAnswer> => {
  const { checkText } = await import("@annotary/core/check")
  return checkText(check, heapMegabytes)
}

const extractBody = ({ bytes, plan, sha256: wanted }: BodyQuestion) => {
  // Hashed before the extraction, which may transfer the memory of the bytes.
  const hash = wanted ? hashSha256(bytes) : ""
  const memories = new Set<ArrayBuffer>()
  const value = extract(bytes, plan, (all, span): SentText => {
    const text = toSentText(all, span)
    if (typeof text !== "string") memories.add(text.memory)
    return text
  })
  const answer: BodyAnswer = {
    value: Either.isRight(value) ? { _tag: "Extracted", value: value.right } : value.left,
    sha256: hash,
  }
  return { answer, memories: Either.isRight(value) ? Array.from(memories) : [] }
}
