/** Compares labels beside the page: those of long sequences take seconds. */
import { compareTexts, type TextsToCompare } from "./compareTexts.ts"

addEventListener("message", ({ data }: MessageEvent<TextsToCompare>) => {
  postMessage(compareTexts(data))
})
