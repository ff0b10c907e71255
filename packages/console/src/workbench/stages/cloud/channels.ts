/** Colors of CSS as numbers, in every notation that browsers know. */

export type Channels = readonly [number, number, number]

const cache = new Map<string, Channels>()
let context: OffscreenCanvasRenderingContext2D | null | undefined

/** Red, green and blue from 0 to 255. Gray for what is no color. */
export const getChannels = (color: string): Channels => {
  const cached = cache.get(color)
  if (cached !== undefined) return cached
  // The notation of the colors that configurations name.
  const named = /^rgb\((\d+) (\d+) (\d+)\)$/.exec(color)
  if (named !== null) return [Number(named[1]), Number(named[2]), Number(named[3])]
  context ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
  if (context === null) return [128, 128, 128]
  context.fillStyle = "gray"
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  const channels: Channels = [red, green, blue]
  cache.set(color, channels)
  return channels
}
