/** Holds the settings of the tools of points: they stay from sample to sample. */
import { resizeBrush } from "../../../bitmap/brush.ts"
import { Store } from "../../view/Store.ts"

export interface PointBrushSettings {
  /** The width of the brush in pixels of the screen. */
  readonly width: number
  /** Whether points of other objects are painted too. */
  readonly overwrites: boolean
  /** Whether only points above the ground are painted. */
  readonly aboveGround: boolean
  /** Meters above the ground from which on a point is not the ground's. */
  readonly height: number
}

export const brushWidths = { least: 4, most: 300 } as const

export class PointBrush {
  readonly settings = new Store<PointBrushSettings>({
    width: 36,
    overwrites: true,
    aboveGround: false,
    height: 0.2,
  })

  set(change: Partial<PointBrushSettings>): void {
    this.settings.update((now) => {
      const next = { ...now, ...change }
      const width = Math.round(Math.min(Math.max(next.width, brushWidths.least), brushWidths.most))
      return { ...next, width }
    })
  }

  /** Makes the brush a quarter wider or narrower. */
  resize(step: 1 | -1): void {
    this.set({ width: resizeBrush(this.settings.get().width, step) })
  }
}

/** The brush of this page. */
export const pointBrush = new PointBrush()
