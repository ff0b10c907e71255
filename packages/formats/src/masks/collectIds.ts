/** The ids of a bitmap. */

/** Each id once. A pixel mostly has the id of the one before, which is not looked up again. */
export const collectIds = (ids: Uint32Array): Set<number> => {
  const collected = new Set<number>()
  let previous = -1
  for (let pixel = 0; pixel < ids.length; pixel++) {
    const id = ids[pixel] ?? 0
    if (id === previous) continue
    collected.add(id)
    previous = id
  }
  return collected
}
