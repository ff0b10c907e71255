/** The worker that paints. It draws on canvases of the page, so that the page itself does nothing while somebody paints. */
import { MaskScreen } from "./MaskScreen.ts"
import type { FromWorker, OfDocument, ToWorker } from "./protocol.ts"

/** The bitmaps of the frames that are open. */
const screens = new Map<number, MaskScreen>()

const screenOf = (document: number): MaskScreen => {
  const known = screens.get(document)
  if (known !== undefined) return known
  const screen = new MaskScreen((message, transfer = []) =>
    postMessage({ document, message } satisfies OfDocument<FromWorker>, { transfer: [...transfer] }),
  )
  screens.set(document, screen)
  return screen
}

addEventListener("message", ({ data }: MessageEvent<OfDocument<ToWorker | undefined>>) => {
  if (data.message === undefined) screens.delete(data.document)
  else screenOf(data.document).handle(data.message)
})
