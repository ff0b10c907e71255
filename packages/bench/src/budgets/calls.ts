/** The calls that have a budget, through the Promise entry point. */

import { label, makeLines, sample } from "./inputs.ts"
import type { CountedWorld, Counts } from "./world.ts"
import { datasetInput, rows } from "./world.ts"

export interface BudgetedCall {
  readonly name: string
  /** The call works on so many rows, and its cost is that of all. */
  readonly rows?: number
  /** Whether the owner of the dataset has webhooks. */
  readonly webhooksOn?: true
  /** The counts that the project wants to reach on every storage. */
  readonly goal?: Counts
  readonly prepare: (world: CountedWorld) => Promise<PreparedCall>
}

export interface PreparedCall {
  /** Restores before each call what the last one changed. Not counted. */
  readonly before?: () => Promise<unknown>
  readonly call: () => Promise<unknown>
}

const groundTruth = "ground-truth"

/** Claims one sample and reads the answer to its end. */
const claimOne = async ({ engine, labeler, waiting }: CountedWorld) => {
  const claimed = []
  for await (const sample of await engine.as(labeler).queue.claim(waiting, "labeling")) claimed.push(sample)
  const [only] = claimed
  if (only === undefined || claimed.length !== 1)
    throw new Error("A claim returned another number of samples.")
  return only.claim.id
}

/** Each time with another score: an unchanged label is not written. */
const put: BudgetedCall["prepare"] = async ({ engine, owner, samples }) => {
  let writes = 0
  return {
    call: () =>
      engine.as(owner).labels.put(samples.labeled, groundTruth, { ...label, score: (++writes % 100) / 100 }),
  }
}

export const calls: ReadonlyArray<BudgetedCall> = [
  {
    name: "queue.claim, holding none",
    goal: { operations: 250, statements: 4 },
    prepare: async (world) => {
      let held: Awaited<ReturnType<typeof claimOne>> | undefined
      return {
        before: async () => held && world.engine.as(world.labeler).queue.giveBack(held),
        call: async () => {
          held = await claimOne(world)
        },
      }
    },
  },
  {
    name: "queue.claim, holding one",
    prepare: async (world) => ({ call: () => claimOne(world) }),
  },
  {
    name: "queue.claim where three people label a sample",
    goal: { operations: 250, statements: 4 },
    prepare: async (world) => {
      const { engine, labeler, owner } = world
      const waiting = { _tag: "Name", owner, name: "overlapped" } as const
      const me = engine.as(owner)
      await me.datasets.create({ ...datasetInput, name: waiting.name, settings: { overlap: 3 } })
      await me.collaborators.add(waiting, { user: labeler, role: "labeler" })
      await me.samples.create(waiting, sample())
      let held: Awaited<ReturnType<typeof claimOne>> | undefined
      return {
        before: async () => held && engine.as(labeler).queue.giveBack(held),
        call: async () => {
          held = await claimOne({ ...world, waiting })
        },
      }
    },
  },
  {
    name: "queue.perform, submit",
    goal: { operations: 400, statements: 10 },
    prepare: async (world) => {
      let held = await claimOne(world)
      return {
        before: async () => {
          held = await claimOne(world)
        },
        call: () =>
          world.engine.as(world.labeler).queue.perform(held, "submit", { attributes: label.attributes }),
      }
    },
  },
  {
    name: "queue.perform, submit that sampling accepts",
    prepare: async (world) => {
      const { engine, labeler, owner } = world
      const waiting = { _tag: "Name", owner, name: "sampled" } as const
      const me = engine.as(owner)
      await me.datasets.create({ ...datasetInput, name: waiting.name })
      await me.datasets.update(waiting, { settings: { reviewRate: 0, reviewWarnings: false } })
      await me.collaborators.add(waiting, { user: labeler, role: "labeler" })
      let held: Awaited<ReturnType<typeof claimOne>> | undefined
      return {
        before: async () => {
          await me.samples.create(waiting, sample())
          held = await claimOne({ ...world, waiting })
        },
        call: async () => {
          if (held === undefined) throw new Error("No sample is claimed.")
          await engine.as(labeler).queue.perform(held, "submit", { attributes: label.attributes })
        },
      }
    },
  },
  {
    name: "samples.create",
    goal: { operations: 200, statements: 6 },
    prepare: async ({ engine, owner, waiting }) => ({
      call: () => engine.as(owner).samples.create(waiting, sample()),
    }),
  },
  {
    name: "samples.get",
    goal: { operations: 60, statements: 2 },
    prepare: async ({ engine, owner, samples }) => ({
      call: () => engine.as(owner).samples.get(samples.waiting),
    }),
  },
  {
    name: "labels.get",
    goal: { operations: 60, statements: 2 },
    prepare: async ({ engine, owner, samples }) => ({
      call: () => engine.as(owner).labels.get(samples.labeled, groundTruth),
    }),
  },
  { name: "labels.put", goal: { operations: 350, statements: 8 }, prepare: put },
  { name: "labels.put, webhooks on", webhooksOn: true, prepare: put },
  {
    name: "datasets.get",
    goal: { operations: 120, statements: 2 },
    prepare: async ({ engine, owner, waiting }) => ({
      call: () => engine.as(owner).datasets.get(waiting),
    }),
  },
  {
    name: "apiKeys.findActor",
    prepare: async ({ engine, labeler }) => {
      const { secret } = await engine.apiKeys.create({ user: labeler })
      return { call: () => engine.apiKeys.findActor(secret) }
    },
  },
  {
    name: "samples.list",
    rows,
    prepare: async ({ engine, owner, labeled }) => ({
      call: async () => {
        const page = await engine.as(owner).samples.list(labeled, { perPage: rows })
        await expectCount(page.rows)
      },
    }),
  },
  {
    name: "samples.importLines",
    rows,
    prepare: async ({ engine, owner, waiting }) => ({
      // The last result is the summary.
      call: async () =>
        expectCount(await engine.as(owner).samples.importLines(waiting, makeLines(rows)), rows + 1),
    }),
  },
  {
    name: "the job of a release",
    rows,
    prepare: async ({ engine, labeled, owner, work }) => {
      let releases = 0
      return {
        before: () => engine.as(owner).releases.create(labeled, { name: `release-${++releases}` }),
        call: async () => {
          if (!(await work())) throw new Error("No job waited.")
        },
      }
    },
  },
]

const expectCount = async (
  items: AsyncIterable<unknown> | Iterable<unknown>,
  count = rows,
): Promise<void> => {
  let seen = 0
  for await (const _ of items) seen += 1
  if (seen !== count) throw new Error(`${seen} results instead of ${count}.`)
}
