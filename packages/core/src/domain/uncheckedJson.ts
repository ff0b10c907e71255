/** Reads parsed JSON whose form nobody has checked. */

/** The own member of an object; undefined of anything else. */
export const readMember = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined

/** The list in a member; empty where there is none. */
export const readList = (value: unknown, key: string): ReadonlyArray<unknown> => {
  const list = readMember(value, key)
  return Array.isArray(list) ? list : []
}
