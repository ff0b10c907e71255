/** Checks labels beside the page, so that warnings follow an edit without the network. */
import { answerOf } from "./answerOf.ts"
import type { CheckAnswer, CheckQuestion, CheckReply } from "./messages.ts"

const safely = (question: CheckQuestion): CheckAnswer => {
  try {
    return answerOf(question)
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener("message", ({ data }: MessageEvent<CheckQuestion>) => {
  postMessage({ ...safely(data), id: data.id } satisfies CheckReply)
})
