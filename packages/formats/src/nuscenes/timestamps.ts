/** Timestamps in microseconds, as nuScenes has them. */

/** By their length: in nanoseconds, microseconds, milliseconds or seconds since 1970; decimals are seconds. */
export const toMicroseconds = (timestamp: string | null, index: number): number => {
  if (timestamp === null) return index * defaultStep
  if (/^\d+$/.test(timestamp)) {
    const factor = factors.find(([digits]) => timestamp.length >= digits)?.[1] ?? 1
    return factor < 1
      ? Number(BigInt(timestamp) / BigInt(Math.round(1 / factor)))
      : Number(timestamp) * factor
  }
  const seconds = Number(timestamp)
  return timestamp.trim() !== "" && Number.isFinite(seconds) ? Math.round(seconds * 1e6) : index * defaultStep
}

/** Two frames a second, as nuScenes labels. */
const defaultStep = 500_000

const factors = [
  [18, 1e-3],
  [15, 1],
  [12, 1e3],
  [9, 1e6],
] as const
