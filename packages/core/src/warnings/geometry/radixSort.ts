/** Sorts indexes by 32-bit float keys with a radix sort: linear, without comparisons. */

const digits = 11
const buckets = 1 << digits
const passes = 3

/** The indexes 0 … keys.length - 1 in the order of their keys. Overwrites the keys. */
export const sortByKey = (keys: Float32Array): Uint32Array => {
  const count = keys.length
  const bits = toAscendingBits(keys)
  let from = new Uint32Array(count)
  let to = new Uint32Array(count)
  for (let index = 0; index < count; index++) from[index] = index
  const all = computeStarts(bits)
  for (let pass = 0; pass < passes; pass++) {
    const shift = pass * digits
    const starts = all.subarray(pass * buckets, (pass + 1) * buckets)
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

/** Offset of the first key of each digit, for each pass. All are counted at once: the digits of a pass do not depend on the order. */
const computeStarts = (bits: Uint32Array): Uint32Array => {
  const starts = new Uint32Array(passes * buckets)
  for (let index = 0; index < bits.length; index++) {
    const key = bits[index] as number
    for (let pass = 0; pass < passes; pass++) {
      const at = pass * buckets + ((key >>> (pass * digits)) & (buckets - 1))
      starts[at] = (starts[at] as number) + 1
    }
  }
  for (let pass = 0; pass < passes; pass++) {
    let sum = 0
    for (let at = pass * buckets; at < (pass + 1) * buckets; at++) {
      const size = starts[at] as number
      starts[at] = sum
      sum += size
    }
  }
  return starts
}

/** The bits of the keys, changed so that they sort as unsigned integers in the order of the numbers. */
const toAscendingBits = (keys: Float32Array): Uint32Array => {
  const bits = new Uint32Array(keys.buffer, keys.byteOffset, keys.length)
  for (let index = 0; index < bits.length; index++) {
    const raw = bits[index] as number
    bits[index] = raw & 0x80000000 ? ~raw : raw | 0x80000000
  }
  return bits
}
