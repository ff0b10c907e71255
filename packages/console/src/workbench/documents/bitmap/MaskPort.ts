/** The way to the worker that paints, for one bitmap. */
import type { FromWorker, ToWorker } from "./protocol.ts"

/** Sends messages to a worker, or to what stands for one. */
export interface MaskPort {
  readonly post: (message: ToWorker, transfer: Array<Transferable>) => void
  readonly close: () => void
}

/** The worker has ended: questions are not answered, and its bitmaps are gone. A bitmap that is opened starts it again. */
interface Ended {
  readonly kind: "ended"
  readonly reason: string
  /** Whether it has ended before: then somebody decides whether it starts again. */
  readonly isRepeated: boolean
}

export type PortMessage = FromWorker | Ended

/** Opens a port. Messages of the other end go to `receive`. */
export type OpenPort = (receive: (message: PortMessage) => void) => MaskPort

/** The worker has ended before it answered for the bitmap of a frame. */
export class WorkerEnded extends Error {
  override readonly name = "WorkerEnded"

  constructor(
    reason: string,
    readonly frame: number,
  ) {
    super(reason)
  }
}
