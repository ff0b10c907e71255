/** Colors of CSS as numbers, in every notation that browsers know. */

export type Channels = readonly [number, number, number]

const known = new Map<string, Channels>()
let context: OffscreenCanvasRenderingContext2D | null | undefined

/** Red, green and blue from 0 to 255. Gray for what is no color. */
export const channelsOf = (color: string): Channels => {
  const found = known.get(color)
  if (found !== undefined) return found
  context ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
  if (context === null) return [128, 128, 128]
  context.fillStyle = "gray"
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  const channels: Channels = [red, green, blue]
  known.set(color, channels)
  return channels
}
