/** Reads a table by a key from a file, which may be the name of a member that every object has, such as `constructor`. */
export const lookup = <A>(table: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
