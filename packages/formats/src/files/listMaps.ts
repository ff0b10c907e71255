/** Maps whose values are lists. */

/** Adds an item to the list of a key, in place. */
export const addToList = <Key, Item>(lists: Map<Key, Array<Item>>, key: Key, item: Item): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
