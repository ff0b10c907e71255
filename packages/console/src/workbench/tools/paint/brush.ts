/** The brushes of the person, which stay from sample to sample. */
import { Observed } from "../../editor/Store.ts"

interface BrushSettings {
  /** In pixels: of the image for areas, of the screen for points. */
  readonly width: number
  /** Whether it paints over other objects. */
  readonly overwrites: boolean
}

export interface AreaBrushSettings extends BrushSettings {
  /** The strength with which areas are drawn over the image, from 0 to 1. */
  readonly opacity: number
}

export interface PointBrushSettings extends BrushSettings {
  /** Whether only points above the ground are painted. */
  readonly aboveGround: boolean
  /** Meters above the ground from which on a point is not the ground's. */
  readonly height: number
}

/** The least and the most width. */
interface Widths {
  readonly least: number
  readonly most: number
}

class Brush<Settings extends BrushSettings> extends Observed<Settings> {
  /** `limitSettings`: brings what else a brush has within its limits. */
  constructor(
    settings: Settings,
    readonly widths: Widths,
    private readonly limitSettings: (settings: Settings) => Settings = (same) => same,
  ) {
    super(settings)
  }

  change(change: Partial<Settings>): void {
    const next = this.limitSettings({ ...this.state, ...change })
    this.set({ ...next, width: Math.round(limitTo(next.width, this.widths.least, this.widths.most)) })
  }

  /** Makes the brush a quarter wider or narrower, and at least a pixel. */
  resize(step: 1 | -1): void {
    const { width } = this.state
    const resized = step === 1 ? Math.max(width + 1, width * 1.25) : Math.min(width - 1, width / 1.25)
    // Cast: the settings of each brush have a width.
    this.change({ width: resized } as Partial<Settings>)
  }
}

export type AreaBrush = Brush<AreaBrushSettings>
export type PointBrush = Brush<PointBrushSettings>

export const makeAreaBrush = (): AreaBrush =>
  new Brush<AreaBrushSettings>(
    { width: 24, overwrites: true, opacity: 0.8 },
    { least: 1, most: 400 },
    (settings) => ({
      ...settings,
      opacity: roundOpacity(settings.opacity),
    }),
  )

export const makePointBrush = (): PointBrush =>
  new Brush<PointBrushSettings>(
    { width: 36, overwrites: true, aboveGround: false, height: 0.2 },
    { least: 4, most: 300 },
  )

/** An opacity that is drawn: within its limits, in hundredths. */
const roundOpacity = (opacity: number): number => Math.round(limitTo(opacity, 0, 1) * 100) / 100

const limitTo = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
