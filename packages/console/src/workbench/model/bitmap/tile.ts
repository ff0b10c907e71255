/** The pixels of a tile row by row, or the id that all of them have. */
export type Tile = Uint32Array | number
