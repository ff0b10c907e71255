/** Sorts indexes by 32-bit float keys with a radix sort: linear, without comparisons. */

const digits = 11
const buckets = 1 << digits
const passes = 3

/** The indexes 0 … keys.length - 1 in the order of their keys. Overwrites the keys. */
export const sortedByKey = (keys: Float32Array): Uint32Array => {
  const count = keys.length
  const bits = ascendingBits(keys)
  let from = new Uint32Array(count)
  let to = new Uint32Array(count)
  for (let index = 0; index < count; index++) from[index] = index
  const starts = new Uint32Array(buckets)
  for (let pass = 0; pass < passes; pass++) {
    const shift = pass * digits
    starts.fill(0)
    for (let index = 0; index < count; index++) {
      const digit = ((bits[index] as number) >>> shift) & (buckets - 1)
      starts[digit] = (starts[digit] as number) + 1
    }
    let sum = 0
    for (let digit = 0; digit < buckets; digit++) {
      const size = starts[digit] as number
      starts[digit] = sum
      sum += size
    }
    for (let place = 0; place < count; place++) {
      const index = from[place] as number
      const digit = ((bits[index] as number) >>> shift) & (buckets - 1)
      const target = starts[digit] as number
      starts[digit] = target + 1
      to[target] = index
    }
    const done = to
    to = from
    from = done
  }
  return from
}

/** The bits of the keys, changed so that they sort as unsigned integers in the order of the numbers. */
const ascendingBits = (keys: Float32Array): Uint32Array => {
  const bits = new Uint32Array(keys.buffer, keys.byteOffset, keys.length)
  for (let index = 0; index < bits.length; index++) {
    const raw = bits[index] as number
    bits[index] = raw & 0x80000000 ? ~raw : raw | 0x80000000
  }
  return bits
}
