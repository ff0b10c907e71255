/**
 * The mark of a running job, in its error: the processes in a row that began it and did not end it. Two processes can begin a job without
 * a death: the first one lost its lease, because the storage was slow. It takes its name out of the mark when it notices, and no process
 * counts itself.
 */

const begun = "begun without an end: "

let ownName: string | undefined

/** The name of this process. It is made with the first job: some hosts have no random numbers while modules are loaded. */
export const findOwnName = (): string => {
  ownName ??= `p${globalThis.crypto.randomUUID().slice(0, 8)}`
  return ownName
}

/** The processes that began the job, oldest first, without an end yet. */
export const findBegun = (error: string | null): ReadonlyArray<string> => {
  const names = error?.startsWith(begun) === true ? error.slice(begun.length).split(" ") : []
  // Earlier versions stored their number.
  return /^\d+$/.test(names[0] ?? "")
    ? Array.from({ length: Number(names[0]) }, (_, index) => `unnamed-${index}`)
    : names
}

/** The mark of these processes; null without any. */
export const markBegun = (names: ReadonlyArray<string>): string | null =>
  names.length === 0 ? null : `${begun}${names.join(" ")}`

/** The sentence for a job whose processes have ended. */
export const describeDeaths = (deaths: number): string =>
  `The server stopped while it worked on this, ${deaths} times in a row. It is not tried again: it may be what stopped the server. The files may be too large for its memory.`
