/** The image of a stage: whether it loads, is shown or failed. Nothing is drawn before its pixels are known. */
import { Observed } from "../../editor/Store.ts"
import type { Size } from "../../geometry/viewport.ts"

interface PictureState {
  readonly status: "failed" | "loading" | "ready"
  /** Undefined before the first image, and where a sample has none. */
  readonly url: string | undefined
  /** The size of the image, once it is ready. */
  readonly size: Size | undefined
  /** Whether an image of the sample was shown: other frames of a sequence may fail. */
  readonly wasShown: boolean
}

export class Picture extends Observed<PictureState> {
  constructor() {
    super({ status: "loading", url: undefined, size: undefined, wasShown: false })
  }

  /** Whether the image of the frame is on the screen, so that it can be drawn on. */
  get isReady(): boolean {
    return this.state.status === "ready"
  }

  load(url: string | undefined): void {
    this.set({ ...this.state, status: url === undefined ? "failed" : "loading", url, size: undefined })
  }

  show(size: Size): void {
    this.set({ ...this.state, status: "ready", size, wasShown: true })
  }

  fail(): void {
    this.set({ ...this.state, status: "failed" })
  }
}

/** Whether tools can be chosen: they stay while the next frame of a sequence loads. */
export const hasTools = ({ status, wasShown }: PictureState): boolean =>
  status === "ready" || (status === "loading" && wasShown)
