/** Finds numbers by tokens in a few bytes each: large tables have millions. */
import { createHash } from "node:crypto"

/** Open addressing over 96 bits of a hash of the token. */
export class TokenIndex {
  #keys = new Uint32Array(3 * 1024)
  /** The number plus one; 0 is free. */
  #values = new Uint32Array(1024)
  #size = 0

  /** False when the token is there already. */
  add(token: string, number: number): boolean {
    if (this.#size * 2 >= this.#values.length) this.#grow()
    return this.#insert(splitToken(token), number + 1)
  }

  find(token: string): number | undefined {
    const parts = splitToken(token)
    const value = this.#values[this.#slot(parts)] ?? 0
    return value === 0 ? undefined : value - 1
  }

  /** The slot of the key, or the free one where it belongs. */
  #slot([a, b, c]: Parts): number {
    const mask = this.#values.length - 1
    let slot = a & mask
    while (
      this.#values[slot] !== 0 &&
      (this.#keys[3 * slot] !== a || this.#keys[3 * slot + 1] !== b || this.#keys[3 * slot + 2] !== c)
    )
      slot = (slot + 1) & mask
    return slot
  }

  #insert(parts: Parts, value: number): boolean {
    const slot = this.#slot(parts)
    if (this.#values[slot] !== 0) return false
    this.#keys.set(parts, 3 * slot)
    this.#values[slot] = value
    this.#size += 1
    return true
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Uint32Array(keys.length * 2)
    this.#values = new Uint32Array(values.length * 2)
    this.#size = 0
    values.forEach((value, slot) => {
      if (value !== 0)
        this.#insert([keys[3 * slot] ?? 0, keys[3 * slot + 1] ?? 0, keys[3 * slot + 2] ?? 0], value)
    })
  }
}

type Parts = readonly [number, number, number]

/** Tokens of nuScenes are 32 hexadecimal digits, which are as good as a hash. */
const splitToken = (token: string): Parts => {
  const hex = /^[0-9a-f]{24,}$/.test(token) ? token : createHash("sha256").update(token).digest("hex")
  return [
    Number.parseInt(hex.slice(0, 8), 16),
    Number.parseInt(hex.slice(8, 16), 16),
    Number.parseInt(hex.slice(16, 24), 16),
  ]
}
