/** The program of a worker thread that cuts large bodies: one question at a time, answered in turn. */
import { parentPort } from "node:worker_threads"
import * as Either from "effect/Either"
import { cut } from "../codec/cut.ts"
import { sha256 } from "../idempotency.ts"
import { type BodyAnswer, type BodyQuestion, type SentText, sentText } from "./bodyMessage.ts"

parentPort?.on("message", (question: BodyQuestion) => {
  const { answer, memories } = answerTo(question)
  parentPort?.postMessage(answer, memories)
})

const answerTo = ({ bytes, plan, sha256: wanted }: BodyQuestion) => {
  // Before the cut: the texts may take the memory of the bytes with them.
  const hash = wanted ? sha256(bytes) : ""
  const memories = new Set<ArrayBuffer>()
  const value = cut(bytes, plan, (all, span): SentText => {
    const text = sentText(all, span)
    if (typeof text !== "string") memories.add(text.memory)
    return text
  })
  const answer: BodyAnswer = {
    value: Either.isRight(value) ? { _tag: "Cut", value: value.right } : value.left,
    sha256: hash,
  }
  return { answer, memories: Either.isRight(value) ? Array.from(memories) : [] }
}
