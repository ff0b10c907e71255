/** Fits the selected track in all of its keyframes, whose clouds are loaded one after the other. */
import { cropCloud } from "../../clouds/crop.ts"
import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { findLocks } from "../../editor/edits/cuboidEdits.ts"
import { fitEach, fitOneSize, type Seen, withTrackFit } from "../../editor/edits/trackFit.ts"
import { parseCuboid } from "../../editor/label/cuboids/cuboid.ts"
import { findAnnotation } from "../../editor/label/frames.ts"
import { listKeyframes } from "../../editor/label/tracks/keyframes.ts"
import { Store } from "../../editor/Store.ts"
import type { FitLimits } from "../../geometry/space/fit/fit.ts"

export type TrackWorkState =
  | { readonly kind: "runs"; readonly key: string; readonly done: number; readonly total: number }
  | {
      readonly kind: "done"
      readonly key: string
      readonly fitted: number
      readonly total: number
      /** Frames whose clouds could not be loaded. */
      readonly missing: number
    }

/** The cloud of a frame. */
export type CloudAt = (frame: number, signal: AbortSignal) => Promise<PreparedCloud>

/** The distance around a cuboid in which its points are kept, in meters: the fit looks at the ground beside it. */
const margin = 3

export class TrackWork {
  readonly state = new Store<TrackWorkState | undefined>(undefined)
  private abort: AbortController | undefined

  constructor(
    private readonly editor: Editor,
    private readonly cloudAt: CloudAt,
  ) {}

  /** Gives up what runs. The label is as before. */
  readonly cancel = (): void => {
    this.abort?.abort()
    this.abort = undefined
    if (this.state.state?.kind === "runs") this.state.set(undefined)
  }

  /** Whether the first selected object can be fitted as a track. */
  can(kind: "fitTrack" | "sizeTrack"): boolean {
    const { key, limits } = this.findTarget()
    return key !== undefined && (kind === "fitTrack" || limits.resizes)
  }

  async run(kind: "fitTrack" | "sizeTrack"): Promise<void> {
    const { key, limits } = this.findTarget()
    if (key === undefined || !this.can(kind)) return
    this.cancel()
    const abort = new AbortController()
    this.abort = abort
    const label = getLabel(this.editor.state)
    const { sensor } = this.editor.state
    const frames = listKeyframes(label, key)
    const seen: Array<Seen> = []
    let missing = 0
    for (const [done, frame] of frames.entries()) {
      this.state.set({ kind: "runs", key, done, total: frames.length })
      const annotation = findAnnotation(label, frame, key)
      const cuboid = annotation && parseCuboid(annotation.source)
      if (annotation === undefined || cuboid === undefined) continue
      const cloud = await this.cloudAt(frame, abort.signal).catch(() => undefined)
      if (abort.signal.aborted) return
      // The same track of another sensor is another one.
      if (this.editor.state.sensor !== sensor) return this.cancel()
      if (cloud === undefined) missing += 1
      else {
        const reach = Math.hypot(...cuboid.dimensions) / 2 + margin
        seen.push({ frame, annotation, cuboid, points: cropCloud(cloud, cuboid.position, reach) })
      }
    }
    const sizes = kind === "sizeTrack"
    // Where a track has one size, keyframes cannot have their own.
    const same = this.editor.setting.tracks.sameDimensions === true
    const result = sizes
      ? fitOneSize(seen, limits)
      : fitEach(seen, same ? { ...limits, resizes: false } : limits)
    this.editor.update((state, setting) => withTrackFit(state, key, result, setting))
    this.state.set({ kind: "done", key, fitted: result.fits.length, total: frames.length, missing })
  }

  private findTarget(): { readonly key: string | undefined; readonly limits: FitLimits } {
    const { frame, locked, readOnly, selected } = this.editor.state
    const [key] = selected
    const annotation = key === undefined ? undefined : findAnnotation(getLabel(this.editor.state), frame, key)
    const { dimensions, rotation } = findLocks(
      this.editor.setting.configuration,
      annotation?.categoryId ?? -1,
    )
    const isCuboid = annotation?.trackId !== undefined && parseCuboid(annotation.source) !== undefined
    const isFixed = readOnly || key === undefined || locked.has(key) || !isCuboid
    return { key: isFixed ? undefined : key, limits: { turns: !rotation, resizes: !dimensions } }
  }
}
