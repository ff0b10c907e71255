/** SHA-256 (FIPS 180-4) for hosts without Node's: pages may compute digests synchronously in no other way. */

/** The first 32 bits of the fractional parts of roots of the first 64 primes. */
const computeRoots = (exponent: number, count: number): Uint32Array => {
  const fractions = new Uint32Array(count)
  for (let value = 2, index = 0; index < count; value++) {
    if (!isPrime(value)) continue
    const root = value ** exponent
    fractions[index++] = (root - Math.floor(root)) * 2 ** 32
  }
  return fractions
}

const isPrime = (value: number): boolean => {
  for (let factor = 2; factor * factor <= value; factor++) if (value % factor === 0) return false
  return true
}

const start = computeRoots(1 / 2, 8)
const constants = computeRoots(1 / 3, 64)
const encoder = new TextEncoder()
/** The expanded words of a block, used again for each. */
const words = new Uint32Array(64)

/** SHA-256 of UTF-8 text or of bytes, hex. */
export const computePureSha256Hex = (data: string | Uint8Array): string => {
  const bytes = padData(typeof data === "string" ? encoder.encode(data) : data)
  const view = new DataView(bytes.buffer)
  const state = Uint32Array.from(start)
  for (let at = 0; at < bytes.length; at += 64) addBlock(view, at, state)
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("")
}

/** The data, a one bit, zeros, and the number of bits, in whole blocks. */
const padData = (data: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64)
  bytes.set(data)
  bytes[data.length] = 0x80
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(data.length) * 8n)
  return bytes
}

const rotateRight = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const addBlock = (view: DataView, at: number, state: Uint32Array): void => {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const before = words[i - 15] ?? 0
    const last = words[i - 2] ?? 0
    const low = rotateRight(before, 7) ^ rotateRight(before, 18) ^ (before >>> 3)
    const high = rotateRight(last, 17) ^ rotateRight(last, 19) ^ (last >>> 10)
    words[i] = (words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const high = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)
    const chosen = (e & f) ^ (~e & g)
    const firstSum = (h + high + chosen + (constants[i] ?? 0) + (words[i] ?? 0)) | 0
    const low = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
    // One by one: a list of them takes twice as long.
    h = g
    g = f
    f = e
    e = (d + firstSum) | 0
    d = c
    c = b
    b = a
    a = (firstSum + two) | 0
  }
  const sums = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = (state[i] ?? 0) + (sums[i] ?? 0)
}
