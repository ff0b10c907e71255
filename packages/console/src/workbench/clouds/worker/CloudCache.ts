/** The clouds of the frames around the shown one. Those that were shown longest ago give way to a limit of memory. */
import { Store } from "../../editor/Store.ts"
import type { CloudFrame } from "../../session/clouds/cloudFrames.ts"
import type { PreparedCloud } from "../prepared.ts"
import type { Progress } from "./fetchBytes.ts"

export type CloudState =
  | { readonly kind: "none" }
  | { readonly kind: "loading"; readonly progress: Progress | undefined }
  | { readonly kind: "ready"; readonly cloud: PreparedCloud }
  | { readonly kind: "failed"; readonly error: unknown }

/** Loads and parses the cloud of a frame. */
export type LoadCloud = (
  frame: CloudFrame & { readonly url: string },
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<PreparedCloud>

/** Bytes that all kept clouds take together. */
const defaultLimit = 256 * 1024 * 1024

/** The clouds of the frames around the shown one, which are drawn with it. */
export interface Neighbors {
  readonly clouds: ReadonlyArray<PreparedCloud>
  /** The number of frames that are to be there. Fewer are there while they load, if one did not load, and if they would exceed the limit. */
  readonly wanted: number
}

const alone: Neighbors = { clouds: [], wanted: 0 }
const none: CloudState = { kind: "none" }

/** The number of frames behind the shown one that are loaded before somebody wants them. */
const ahead = 2

interface Entry {
  state: CloudState
  readonly loaded: Promise<PreparedCloud>
  readonly abort: AbortController
}

export class CloudCache {
  /** The one that was shown last is the last. */
  private readonly entries = new Map<number, Entry>()
  private shown = 0
  /** The nearest first. */
  private around: ReadonlyArray<number> = []
  /** The state of the shown frame. */
  readonly state = new Store<CloudState>(none)
  /** The clouds around the shown one. */
  readonly neighbors = new Store(alone)

  constructor(
    private readonly frames: ReadonlyArray<CloudFrame>,
    private readonly load: LoadCloud,
    private readonly limit = defaultLimit,
  ) {}

  /** The shown frame. */
  get frame(): number {
    return this.shown
  }

  /** The bytes of the clouds that are kept. */
  get bytes(): number {
    return [...this.entries.values()].reduce((sum, { state }) => sum + measureState(state), 0)
  }

  /** Shows a frame with others around it. What is loading for frames that are not near any more is given up. */
  show(frame: number, around: ReadonlyArray<number> = []): void {
    this.shown = frame
    this.around = around
    for (const [other, { abort, state }] of this.entries) {
      // Another try, where this frame is wanted again.
      if (state.kind === "failed" && other !== frame) this.entries.delete(other)
      if (state.kind !== "loading" || (other >= frame && other <= frame + ahead) || around.includes(other))
        continue
      abort.abort()
      this.entries.delete(other)
    }
    const entry = this.entries.get(frame)
    if (entry !== undefined) this.touch(frame, entry)
    this.start(frame)
    if (entry?.state.kind === "ready") this.startOthers()
    this.notify()
  }

  /** The cloud of any frame: the one that is kept or on its way, or one that is loaded now and kept like those that were shown. */
  readonly cloudAt = async (frame: number, signal: AbortSignal): Promise<PreparedCloud> => {
    const entry = this.entries.get(frame)
    const loaded = await entry?.loaded.catch(() => undefined)
    if (loaded !== undefined) {
      if (entry !== undefined && this.entries.get(frame) === entry) this.touch(frame, entry)
      return loaded
    }
    const source = this.frames[frame]
    if (source?.url === undefined) throw new Error(`Frame ${frame + 1} has no point cloud.`)
    const cloud = await this.load({ ...source, url: source.url }, signal, () => {})
    if (!signal.aborted && !this.entries.has(frame)) {
      const loaded = Promise.resolve(cloud)
      this.entries.set(frame, { state: { kind: "ready", cloud }, loaded, abort: new AbortController() })
      this.dropOldest()
      this.notify()
    }
    return cloud
  }

  /** Loads the shown frame again after a failure. */
  retry(): void {
    this.entries.delete(this.shown)
    this.show(this.shown, this.around)
  }

  /** Cancels what is loading, and shows and keeps no cloud. */
  stop(): void {
    for (const { abort } of this.entries.values()) abort.abort()
    this.entries.clear()
    this.state.set(none)
    this.neighbors.set(alone)
  }

  /** Makes it the one that was wanted last. */
  private touch(frame: number, entry: Entry): void {
    this.entries.delete(frame)
    this.entries.set(frame, entry)
  }

  /**
   * The shown frame is there: those around it are next, and then those that somebody may want. What would be evicted again is not
   * loaded.
   */
  private startOthers(): void {
    const frameBytes = measureState(this.entries.get(this.shown)?.state ?? none)
    let bytes = frameBytes
    for (const frame of this.around) {
      const state = this.entries.get(frame)?.state
      bytes += state?.kind === "ready" ? measureState(state) : frameBytes
      if (bytes > this.limit) return
      this.start(frame)
    }
    for (let frame = this.shown + 1; frame <= this.shown + ahead; frame++) {
      if (this.around.includes(frame)) continue
      bytes += frameBytes
      if (this.around.length > 0 && bytes > this.limit) return
      this.start(frame)
    }
  }

  private start(frame: number): void {
    const source = this.frames[frame]
    if (source?.url === undefined || this.entries.has(frame)) return
    const abort = new AbortController()
    const finishLoad = (state: CloudState) => {
      if (this.entries.get(frame) !== entry) return
      entry.state = state
      this.dropOldest()
      if (frame === this.shown && state.kind === "ready") this.startOthers()
      if (frame === this.shown || (state.kind !== "loading" && this.around.includes(frame))) this.notify()
    }
    const loaded = this.load({ ...source, url: source.url }, abort.signal, (progress) =>
      finishLoad({ kind: "loading", progress }),
    )
    const entry: Entry = { state: { kind: "loading", progress: undefined }, loaded, abort }
    this.entries.set(frame, entry)
    loaded.then(
      (cloud) => finishLoad({ kind: "ready", cloud }),
      (error: unknown) => finishLoad({ kind: "failed", error }),
    )
  }

  /** The shown frame stays, however large it is. Those around it go last, the farthest of them first. */
  private dropOldest(): void {
    let bytes = this.bytes
    const others = [...this.entries.keys()].filter((frame) => !this.around.includes(frame))
    for (const frame of [...others, ...this.around.toReversed()]) {
      if (bytes <= this.limit) return
      const state = this.entries.get(frame)?.state ?? none
      if (frame === this.shown || state.kind !== "ready") continue
      this.entries.delete(frame)
      bytes -= measureState(state)
    }
  }

  private notify(): void {
    const clouds = this.around.flatMap((frame) => {
      const state = this.entries.get(frame)?.state
      return state?.kind === "ready" ? [state.cloud] : []
    })
    this.state.set(this.entries.get(this.shown)?.state ?? none)
    this.neighbors.update((now) => {
      const isSame = now.clouds.length === clouds.length && clouds.every((one, at) => one === now.clouds[at])
      return isSame && now.wanted === this.around.length ? now : { clouds, wanted: this.around.length }
    })
  }
}

const measureState = (state: CloudState): number =>
  state.kind === "ready"
    ? state.cloud.positions.byteLength +
      state.cloud.order.byteLength +
      (state.cloud.intensity?.byteLength ?? 0) +
      (state.cloud.colors?.byteLength ?? 0)
    : 0
