/** Opens a bitmap in the worker, again after that has ended. It knows which revisions the worker has. */
import type { Size } from "../../geometry/viewport.ts"
import type { MaskChannel } from "./MaskChannel.ts"
import type { MaskOrigin } from "./MaskState.ts"
import type { PackedMask } from "./TileMask.ts"

export interface OpeningFailure {
  /** `lost`: nothing has the pixels of the revision any more. */
  readonly problem: "load" | "lost"
  readonly reason: string
}

interface OpeningPorts {
  readonly channel: MaskChannel
  readonly load: (url: string) => Promise<ArrayBuffer>
  readonly fail: (failure: OpeningFailure) => void
}

export class MaskOpening {
  /** The size of the empty bitmap that was opened where nothing is stored. */
  private empty: Size | undefined
  /** The pixels that were packed last, for a draft. */
  private packed: MaskOrigin["draft"]
  /** The revisions that the worker has; undefined while the bitmap is not open. */
  private openedRevisions: Set<number> | undefined
  /** The revision that the worker opens, or has opened first; undefined for one whose pixels nothing has. */
  private opening: number | undefined
  /** Counts the attempts, so that a file which arrives late opens nothing. */
  private turn = 0

  constructor(
    private readonly origin: MaskOrigin,
    private readonly ports: OpeningPorts,
  ) {
    this.packed = origin.draft
  }

  /** The revision of the bitmap that is stored, or in a draft. */
  get root(): number {
    return this.origin.draft?.revision ?? 0
  }

  /** Whether nothing is stored, and the size of the image is unknown. */
  get isUnsized(): boolean {
    const { draft, url } = this.origin
    return draft === undefined && url === undefined && this.empty === undefined
  }

  /** Whether the worker has the bitmap, with its revisions. */
  get isOpen(): boolean {
    return this.openedRevisions !== undefined
  }

  setEmpty(size: Size): void {
    this.empty = size
  }

  /** Whether the worker has a revision. */
  has(revision: number): boolean {
    return this.openedRevisions?.has(revision) === true
  }

  /** Notes that the worker gets a revision. */
  add(revision: number): void {
    this.openedRevisions?.add(revision)
  }

  /** Notes the pixels of a revision. The worker continues from them if it has ended. */
  keepPacked(revision: number, mask: PackedMask): void {
    this.packed = { revision, mask }
  }

  /** Opens a revision: the stored one, or that which was packed last. */
  open(revision: number): void {
    this.turn += 1
    this.openedRevisions = undefined
    this.opening = revision
    const { packed } = this
    const { channel, fail } = this.ports
    const { url } = this.origin
    if (packed?.revision === revision) channel.send({ kind: "open", source: { kind: "packed", ...packed } })
    else if (revision !== this.root) {
      this.opening = undefined
      fail({ problem: "lost", reason: "" })
    } else if (this.origin.draft !== undefined)
      channel.send({ kind: "open", source: { kind: "packed", ...this.origin.draft } })
    else if (url !== undefined) this.load(url)
    else if (this.empty !== undefined)
      channel.send({ kind: "open", source: { kind: "empty", size: this.empty } })
  }

  /** Notes that the worker has opened a revision. False where it is not the one that was asked for last. */
  noteOpened(revision: number): boolean {
    if (revision === this.opening) this.openedRevisions ??= new Set([revision])
    return this.has(revision)
  }

  /** Notes that the worker has ended. */
  forget(): void {
    this.turn += 1
    this.openedRevisions = undefined
  }

  private load(url: string): void {
    const { turn } = this
    const isPresent = () => turn === this.turn
    this.ports.load(url).then(
      (file) => {
        if (isPresent()) this.ports.channel.send({ kind: "open", source: { kind: "png", file } }, [file])
      },
      (error: unknown) => {
        if (isPresent())
          this.ports.fail({ problem: "load", reason: error instanceof Error ? error.message : url })
      },
    )
  }
}
