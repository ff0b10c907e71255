/** The messages between the page and the worker that paints. They arrive in the order in which they were sent. */
import type { Point, Points } from "../../geometry/point.ts"
import type { Size } from "../../geometry/viewport.ts"
import type { PixelChanges } from "./changes.ts"
import type { Paint } from "./MaskEdit.ts"
import type { Area, Shading } from "./shade.ts"
import type { PackedMask } from "./TileMask.ts"

/** The source of the bitmap. */
export type MaskSource =
  | { readonly kind: "empty"; readonly size: Size }
  | { readonly kind: "png"; readonly file: ArrayBuffer }
  | { readonly kind: "packed"; readonly mask: PackedMask; readonly revision: number }

export type ToWorker =
  | { readonly kind: "open"; readonly source: MaskSource }
  /** The canvases of the blocks, row by row. */
  | { readonly kind: "show"; readonly canvases: ReadonlyArray<OffscreenCanvas> }
  | { readonly kind: "hide" }
  | { readonly kind: "shade"; readonly shading: Shading }
  | { readonly kind: "begin"; readonly at: Point; readonly width: number; readonly paint: Paint }
  | { readonly kind: "extend"; readonly to: Points }
  | { readonly kind: "end"; readonly revision: number }
  | { readonly kind: "cancel" }
  | { readonly kind: "fill"; readonly at: Point; readonly paint: Paint; readonly revision: number }
  | { readonly kind: "polygon"; readonly points: Points; readonly paint: Paint; readonly revision: number }
  | {
      readonly kind: "relabel"
      readonly ids: ReadonlySet<number>
      readonly to: number
      readonly revision: number
    }
  /** Paints pixels of the bitmap of another frame, with other ids. */
  | {
      readonly kind: "stamp"
      readonly mask: PackedMask
      readonly ids: ReadonlyMap<number, number>
      readonly over: Omit<Paint, "id">
      readonly revision: number
    }
  | { readonly kind: "go"; readonly revision: number }
  /** Goes to a revision after a fault, and reports the bitmap as it does when it opens one. */
  | { readonly kind: "reopen"; readonly revision: number }
  /** Ends a comparison. */
  | { readonly kind: "alone" }
  | { readonly kind: "question"; readonly request: number; readonly question: Question }

export type Question =
  | { readonly kind: "idAt"; readonly at: Point }
  | { readonly kind: "where"; readonly ids: ReadonlySet<number> }
  /** Draws what differs from an earlier bitmap from now on, and counts it. Without a file, nothing was painted in it. */
  | {
      readonly kind: "compare"
      readonly before: {
        readonly file: ArrayBuffer | undefined
        /** The ids of its objects in this bitmap; undefined where they are the same. */
        readonly ids?: ReadonlyMap<number, number> | undefined
      }
    }
  /** Reads another bitmap. */
  | { readonly kind: "read"; readonly file: ArrayBuffer }
  | { readonly kind: "changes" }
  | { readonly kind: "pack" }
  | { readonly kind: "png" }

/** A worker has the bitmaps of all frames: each message is of one of them. */
export interface OfDocument<Message> {
  readonly document: number
  readonly message: Message
}

/** The answers, by the kind of their question. */
export interface Answers {
  readonly idAt: number
  readonly where: Area | undefined
  readonly compare: PixelChanges
  /** Undefined while nothing is compared. */
  readonly changes: PixelChanges | undefined
  readonly read: PackedMask
  readonly pack: PackedMask
  readonly png: ArrayBuffer
}

/** The number of pixels by id. */
export type Areas = ReadonlyMap<number, number>

export type FromWorker =
  | { readonly kind: "opened"; readonly revision: number; readonly size: Size; readonly areas: Areas }
  /** No bitmap was opened. */
  | { readonly kind: "refused"; readonly reason: string }
  /** An edit or a drawing has failed: the pixels may not be those that the label names. */
  | { readonly kind: "fault"; readonly reason: string }
  | { readonly kind: "painted"; readonly revision: number; readonly areas: Areas }
  | { readonly kind: "answer"; readonly request: number; readonly answer: Answers[keyof Answers] }
  | { readonly kind: "failed"; readonly request: number; readonly reason: string }

const askingKinds: ReadonlySet<ToWorker["kind"]> = new Set(["open", "reopen", "question"])

const answeringKinds: ReadonlySet<FromWorker["kind"]> = new Set(["opened", "refused", "answer", "failed"])

/** Whether the worker has to answer a message. */
export const isRequest = ({ kind }: ToWorker): boolean => askingKinds.has(kind)

/** Whether a message is the answer to one that needs it: each has exactly one. */
export const isAnswer = ({ kind }: FromWorker): boolean => answeringKinds.has(kind)
