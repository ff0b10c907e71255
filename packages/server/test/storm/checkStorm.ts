/**
 * Holds a storm's memory against the database: nobody was given what somebody else held, nothing is lost, and whatever was
 * acknowledged is there exactly once, with its label, its workunit, its event and its count.
 */
import type { Grant, Memory, WorkAction } from "./Memory.ts"
import type { Stored } from "./stored.ts"

export const checkStorm = (memory: Memory, stored: Stored): ReadonlyArray<string> => [
  ...memory.faults.slice(0, 10),
  ...few(heldTwice(memory)),
  ...few(wrongWork(memory, stored)),
  ...few(wrongLabels(memory, stored)),
  ...few(wrongQueue(stored)),
  ...few(wrongCounts(stored)),
]

/** Two claims on one sample that were open at the same time. */
const heldTwice = (memory: Memory): ReadonlyArray<string> =>
  [...groups([...memory.grants.values()], ({ sample }) => sample)].flatMap(([sample, grants]) => {
    const inOrder = grants.toSorted((one, other) => one.claimedAt - other.claimedAt)
    return inOrder.flatMap((later, index) => {
      const earlier = inOrder.slice(0, index).find((grant) => openUntil(grant) > later.claimedAt)
      return earlier === undefined
        ? []
        : [
            `sample ${sample} was given to ${later.user} while ${earlier.user} held it: ${lifeOf(later)}, ${lifeOf(earlier)}`,
          ]
    })
  })

const lifeOf = (grant: Grant): string =>
  `claim ${grant.claim} from ${grant.claimedAt} to ${openUntil(grant)} (${grant.end === null ? "not ended" : `${grant.end.action}, ${grant.end.outcome}`})`

/** The claim was open until then at least: its end cannot have come before it was asked for. */
const openUntil = ({ end, expiresAt }: Grant): number =>
  end === null || end.outcome === "refused" ? expiresAt : Math.min(end.sentAt, expiresAt)

interface Work {
  readonly claim: string
  readonly action: WorkAction
  readonly grant: Grant
  readonly token: string
}

const acknowledged = (memory: Memory): ReadonlyArray<Work> =>
  [...memory.grants.values()].flatMap((grant) => {
    const { claim, end } = grant
    if (end === null || end.outcome !== "done" || end.action === "give back") return []
    return [{ claim, action: end.action, grant, token: end.token }]
  })

/** Each acknowledged end of a claim left one workunit, one version and one event, and there are no others. */
const wrongWork = (memory: Memory, stored: Stored): ReadonlyArray<string> => {
  const work = acknowledged(memory)
  const units = groups(stored.workunits, ({ claim }) => claim)
  const versions = groups(stored.versions, ({ action, sample }) => `${action} ${sample}`)
  const events = groups(stored.events, ({ sample, status }) => `${status} ${sample}`)
  const submits = groups(stored.versions, ({ token }) => token)
  const wrong = work.flatMap(({ action, claim, grant, token }) => {
    const what = `the ${action} of ${grant.sample} by ${grant.user}`
    const unit = units.get(claim) ?? []
    return [
      ...unlessOne(unit.length, `${what} left`, "workunits"),
      ...unit
        .filter((one) => one.sample !== grant.sample || one.action !== action || one.user !== grant.user)
        .map(({ action: other, user }) => `${what} is told as the ${other} of ${user}`),
      ...unlessOne((versions.get(`${action} ${grant.sample}`) ?? []).length, `${what} left`, "versions"),
      ...unlessOne(
        (events.get(`${statusAfter[action]} ${grant.sample}`) ?? []).length,
        `${what} left`,
        "events",
      ),
      ...(action !== "submit" || submits.get(token)?.[0]?.sample === grant.sample
        ? []
        : [`${what} is not what the history of the sample says`]),
    ]
  })
  const known = new Set(work.map(({ claim }) => claim))
  const unasked = stored.workunits.filter(({ claim }) => !known.has(claim))
  return [
    ...wrong,
    ...unasked.map(({ action, sample, user }) => `nobody was told of the ${action} of ${sample} by ${user}`),
    ...unlessSame(stored.versions.length, work.length, "versions of labels"),
    ...unlessSame(stored.events.length, work.length, "events of labels"),
    ...unlessSame(stored.issues, work.filter(({ action }) => action === "reject").length, "issues"),
    ...unlessSame(stored.issueEvents, stored.issues, "events of issues"),
  ]
}

/** Each sample has one label, in the state that the last work left it in. */
const wrongLabels = (memory: Memory, stored: Stored): ReadonlyArray<string> => {
  const labels = groups(stored.labels, ({ sample }) => sample)
  const last = new Map<string, Work>()
  for (const work of acknowledged(memory)) {
    const before = last.get(work.grant.sample)
    if (before === undefined || before.grant.claimedAt < work.grant.claimedAt)
      last.set(work.grant.sample, work)
  }
  return [
    ...stored.samples.flatMap((sample) => {
      const found = labels.get(sample) ?? []
      const work = last.get(sample)
      if (work === undefined) return [`sample ${sample} is lost: nobody worked on it`]
      const status = statusAfter[work.action]
      return [
        ...unlessOne(found.length, `sample ${sample} has`, "labels"),
        ...found
          .filter((label) => label.status !== status)
          .map((label) => `sample ${sample} is ${label.status}, not ${status}`),
      ]
    }),
    ...unlessSame(stored.labels.length, stored.samples.length, "labels"),
  ]
}

/** Once all is done, each sample has its row and nobody holds one. */
const wrongQueue = (stored: Stored): ReadonlyArray<string> => {
  const rows = groups(stored.queue, ({ sample }) => sample)
  return [
    ...stored.samples.flatMap((sample) =>
      unlessOne((rows.get(sample) ?? []).length, `sample ${sample} has`, "rows in the queue"),
    ),
    ...stored.queue
      .filter(({ holder }) => holder !== null)
      .map(({ holder, sample }) => `${holder} still holds sample ${sample}`),
    ...unlessSame(stored.queue.length, stored.samples.length, "rows in the queue"),
  ]
}

const wrongCounts = (stored: Stored): ReadonlyArray<string> => {
  const truth: { [status: string]: number } = {}
  for (const { status } of stored.labels) truth[status] = (truth[status] ?? 0) + 1
  return [
    ...unlessSame(stored.countedSamples, stored.samples.length, "counted samples"),
    ...Object.entries(stored.counted).flatMap(([status, count]) =>
      unlessSame(count, truth[status] ?? 0, `counted labels that are ${status}`),
    ),
  ]
}

export const statusAfter = { submit: "LABELED", accept: "REVIEWED", reject: "REJECTED" } as const

const groups = <A>(
  all: ReadonlyArray<A>,
  keyOf: (one: A) => string,
): ReadonlyMap<string, ReadonlyArray<A>> => {
  const found = new Map<string, Array<A>>()
  for (const one of all) {
    const group = found.get(keyOf(one))
    if (group === undefined) found.set(keyOf(one), [one])
    else group.push(one)
  }
  return found
}

const unlessOne = (count: number, before: string, what: string): ReadonlyArray<string> =>
  count === 1 ? [] : [`${before} ${count} ${what}`]

export const unlessSame = (found: number, expected: number, what: string): ReadonlyArray<string> =>
  found === expected ? [] : [`there are ${found} ${what}, not ${expected}`]

/** A storm that went wrong went wrong ten thousand times. */
const few = (wrong: ReadonlyArray<string>): ReadonlyArray<string> =>
  wrong.length <= 8 ? wrong : [...wrong.slice(0, 8), `and ${wrong.length - 8} more of these`]
