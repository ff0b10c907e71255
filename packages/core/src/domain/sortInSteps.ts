/** The length of the parts that are sorted or merged at once. */
const stepLength = 5000

type Compare<A> = (a: A, b: A) => number

/** Sorts like `toSorted`, in steps of about a millisecond: parts that are sorted at once, and merged then. */
export function* sortInSteps<A>(
  list: ReadonlyArray<A>,
  compare: Compare<A>,
): Generator<void, ReadonlyArray<A>> {
  let parts: Array<ReadonlyArray<A>> = []
  for (let at = 0; at < list.length; at += stepLength) {
    parts.push(list.slice(at, at + stepLength).sort(compare))
    if (list.length > stepLength) yield
  }
  while (parts.length > 1) {
    const merged: Array<ReadonlyArray<A>> = []
    for (let at = 0; at < parts.length; at += 2)
      merged.push(yield* mergeInSteps(parts[at] ?? [], parts[at + 1] ?? [], compare))
    parts = merged
  }
  return parts[0] ?? []
}

function* mergeInSteps<A>(
  a: ReadonlyArray<A>,
  b: ReadonlyArray<A>,
  compare: Compare<A>,
): Generator<void, ReadonlyArray<A>> {
  const merged: Array<A> = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    // Of equal values, those of the first part come first.
    merged.push((compare(a[i] as A, b[j] as A) <= 0 ? a[i++] : b[j++]) as A)
    if (merged.length % stepLength === 0) yield
  }
  return merged.concat(i < a.length ? a.slice(i) : b.slice(j))
}
