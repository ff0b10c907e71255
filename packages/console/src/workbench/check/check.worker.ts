/** Checks labels beside the page, so that warnings follow an edit without the network. */
import { answerCheck } from "./answerCheck.ts"
import type { CheckAnswer, CheckQuestion, CheckReply } from "./messages.ts"

const answerSafely = (question: CheckQuestion): CheckAnswer => {
  try {
    return answerCheck(question)
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener("message", ({ data }: MessageEvent<CheckQuestion>) => {
  postMessage({ ...answerSafely(data), id: data.id } satisfies CheckReply)
})
