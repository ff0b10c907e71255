/** The worker that paints. It draws on canvases of the page, so that the page itself does nothing while somebody paints. */
import { MaskScreen } from "./MaskScreen.ts"
import type { FromWorker, OfDocument, ToWorker } from "./protocol.ts"

/** The bitmaps of the frames that are open. */
const screens = new Map<number, MaskScreen>()

const getScreen = (document: number): MaskScreen => {
  const openScreen = screens.get(document)
  if (openScreen !== undefined) return openScreen
  const screen = new MaskScreen((message, transfer = []) =>
    postMessage({ document, message } satisfies OfDocument<FromWorker>, { transfer: [...transfer] }),
  )
  screens.set(document, screen)
  return screen
}

addEventListener("message", ({ data }: MessageEvent<OfDocument<ToWorker | undefined>>) => {
  if (data.message === undefined) screens.delete(data.document)
  else getScreen(data.document).handle(data.message)
})
