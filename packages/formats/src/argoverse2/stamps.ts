/** The timestamps of frames in nanoseconds, which Argoverse takes as their identity. */

/** Those of the frames, where all have digits that 64 bits hold, in ascending order; otherwise ten frames a second. */
export const parseStamps = (
  frames: ReadonlyArray<{ readonly timestamp: string | null }>,
): ReadonlyArray<bigint> => {
  const stamps = frames.map(({ timestamp }) => parseStamp(timestamp))
  const parsedStamps = stamps.filter((stamp) => stamp !== undefined)
  const isAscending = parsedStamps.every(
    (stamp, index) => index === 0 || (parsedStamps[index - 1] ?? stamp) < stamp,
  )
  if (parsedStamps.length === frames.length && isAscending) return parsedStamps
  return frames.map((_, index) => BigInt(index) * 100_000_000n)
}

const parseStamp = (timestamp: string | null): bigint | undefined => {
  if (timestamp === null || !/^(0|[1-9]\d{0,18})$/.test(timestamp)) return undefined
  const stamp = BigInt(timestamp)
  return stamp < 2n ** 63n ? stamp : undefined
}
