/** Computes where pixels are on the earth: the geotransform of a sample's metadata. */

/** From pixels to the coordinates that are written. */
export type Transform = (x: number, y: number) => readonly [number, number]

/**
 * From `geotransform`, six numbers as in GDAL: longitude = g0 + g1 x + g2 y, latitude = g3 + g4 x + g5 y, where x and y count from the corner of
 * the top-left pixel. Null without one, and when `crs` is there and is not of longitude and latitude.
 */
export const readTransform = (metadata: Readonly<Record<string, unknown>>): Transform | null => {
  const { crs, geotransform } = metadata
  if (!Array.isArray(geotransform) || geotransform.length !== 6) return null
  if (
    crs !== undefined &&
    crs !== null &&
    !/^(epsg:4326|.*:epsg:.*:4326|.*crs84|wgs ?84)$/i.test(String(crs))
  )
    return null
  const numbers = geotransform.map((value) => (typeof value === "number" ? value : Number.NaN))
  const [g0 = 0, g1 = 0, g2 = 0, g3 = 0, g4 = 0, g5 = 0] = numbers
  return numbers.every(Number.isFinite) ? (x, y) => [g0 + g1 * x + g2 * y, g3 + g4 * x + g5 * y] : null
}

/** Twice the area of a ring; positive when it is counter-clockwise where y points up. */
export const computeSignedArea = (ring: ReadonlyArray<readonly [number, number]>): number =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y]
    return sum + (x * nextY - nextX * y)
  }, 0)
