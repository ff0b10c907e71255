/** The origin, the ports and the states of the bitmap of a frame. */
import type { Size } from "../../geometry/viewport.ts"
import type { AreaBrush } from "../../tools/paint/brush.ts"
import type { OpenPort } from "./MaskPort.ts"
import type { Areas } from "./protocol.ts"
import type { PackedMask } from "./TileMask.ts"

/** The bitmap that a frame was opened with. */
export interface MaskOrigin {
  readonly frame: number
  /** The address of the stored file; undefined where nothing is painted yet. */
  readonly url: string | undefined
  /** The bitmap of a draft, with its revision. */
  readonly draft: { readonly revision: number; readonly mask: PackedMask } | undefined
}

export interface MaskPorts {
  readonly openPort: OpenPort
  readonly load: (url: string) => Promise<ArrayBuffer>
  /** Loads the file of another label. It may be the one that another caller has. */
  readonly loadOther: (url: string) => Promise<ArrayBuffer>
  readonly brush: AreaBrush
  /** A revision that no frame of the label has had. */
  readonly nextRevision: () => number
}

/** `ended`: the worker has ended more than once. `lost`: it has ended, and nothing has the pixels of the revision any more. */
type MaskProblem = "load" | "file" | "ended" | "lost"

export type MaskState =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly size: Size; readonly areas: Areas }
  | { readonly status: "failed"; readonly problem: MaskProblem; readonly reason: string }
  /** The bitmap and the image have different sizes. */
  | { readonly status: "misfit"; readonly size: Size; readonly image: Size; readonly areas: Areas }

/** The state of a bitmap that is ready, beside an image. */
export const checkSize = (state: Extract<MaskState, { status: "ready" }>, image: Size): MaskState =>
  state.size.width === image.width && state.size.height === image.height
    ? state
    : { ...state, status: "misfit", image }
