/** Ids of points as drafts keep them: in as few bytes for each as the highest of them needs. */

export type PackedIds = Uint8Array | Uint16Array | Uint32Array

/** The ids of a painted frame, with their revision. */
export interface PackedFrame {
  readonly frame: number
  readonly revision: number
  readonly ids: PackedIds
}

/** A packed copy. */
export const packIds = (ids: Uint32Array): PackedIds => {
  let highest = 0
  for (const id of ids) if (id > highest) highest = id
  if (highest <= 0xff) return new Uint8Array(ids)
  return highest <= 0xffff ? new Uint16Array(ids) : new Uint32Array(ids)
}

export const unpackIds = (packed: PackedIds): Uint32Array => new Uint32Array(packed)
