/** The brush of the person, which stays from sample to sample. */
export interface Brush {
  /** Pixels of the image. */
  readonly width: number
  /** Whether it paints over other objects. */
  readonly overwrites: boolean
  /** The strength with which areas are drawn over the image, from 0 to 1. */
  readonly opacity: number
}

export const widths = { least: 1, most: 400 } as const

export class BrushStore {
  private readonly listeners = new Set<() => void>()
  private brush: Brush = { width: 24, overwrites: true, opacity: 0.8 }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): Brush => this.brush

  set(change: Partial<Brush>): void {
    const next = { ...this.brush, ...change }
    this.brush = {
      ...next,
      width: Math.round(Math.min(widths.most, Math.max(widths.least, next.width))),
      opacity: Math.round(Math.min(1, Math.max(0, next.opacity)) * 100) / 100,
    }
    for (const listener of this.listeners) listener()
  }

  /** Makes the brush a quarter wider or narrower, and at least a pixel. */
  resize(step: 1 | -1): void {
    this.set({ width: resizeBrush(this.brush.width, step) })
  }

  changeOpacity(step: 1 | -1): void {
    this.set({ opacity: this.brush.opacity + step * 0.1 })
  }
}

/** The width of a brush that is a quarter wider or narrower, and at least a pixel. */
export const resizeBrush = (width: number, step: 1 | -1): number =>
  step === 1 ? Math.max(width + 1, width * 1.25) : Math.min(width - 1, width / 1.25)
