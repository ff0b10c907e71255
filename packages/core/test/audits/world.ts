/** A dataset with labels by several people, and a release of it. */
import type { AuditView, NewAuditInput } from "@annotary/core/effect"
import { type TestEngine, type TestEngineOptions, testEngine } from "@annotary/core/testing"
import { Effect } from "effect"
import { ReleaseAuditStore } from "../../src/releases/ReleaseAuditStore.ts"
import { but } from "../contract/sabotage.ts"

export const ref = { _tag: "Name", owner: "ann", name: "cars" } as const

const annotate = (...categories: ReadonlyArray<number>) => ({
  annotations: categories.map((category_id, index) => ({
    id: index + 1,
    category_id,
    type: "bbox",
    points: [
      [0, 0],
      [1, 1],
    ],
  })),
})

/** `count` samples with finished labels: the first half by bob, the others by eve; every fifth has category 2. One more sample has none. */
export const makeAuditWorld = async (count = 20, options: TestEngineOptions = {}): Promise<TestEngine> => {
  const test = await testEngine(options)
  const { engine } = test
  for (const username of ["ann", "bob", "eve", "max", "kim"]) await engine.users.create({ username })
  const ann = engine.as("ann")
  await ann.datasets.create({
    owner: "ann",
    name: "cars",
    category: "other",
    taskType: "vector",
    taskAttributes: {
      format_version: "0.1",
      categories: [
        { id: 1, name: "car" },
        { id: 2, name: "bus" },
      ],
    },
  })
  for (const user of ["bob", "eve", "kim"]) await ann.collaborators.add(ref, { user, role: "reviewer" })
  await ann.collaborators.add(ref, { user: "max", role: "manager" })
  for (let index = 0; index <= count; index++) {
    const { sample } = await ann.samples.create(ref, {
      name: `frame ${index}`,
      attributes: { image: { url: `https://example.com/${index}.png` } },
    })
    if (index === count) continue
    const labeler = index < count / 2 ? "bob" : "eve"
    const attributes = annotate(...(index % 5 === 0 ? [1, 2] : [1]))
    await ann.samples.update(sample.id, { assignedLabeler: labeler })
    await engine.as(labeler).labels.put(sample.id, "ground-truth", { attributes, status: "LABELED" })
  }
  await release(test, "v1")
  return test
}

/** A world in which jobs wait in the middle until they may go on. */
export const makeGate = async (count: number) => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const storage = but(ReleaseAuditStore, (port) => ({
    listLabelAuthors: (query) =>
      Effect.zipRight(
        Effect.promise(() => gate),
        port.listLabelAuthors(query),
      ),
  }))
  return { open, test: await makeAuditWorld(count, { storage: storage() }) }
}

export const release = async ({ engine }: TestEngine, name: string) => {
  const { releases } = engine.as("ann")
  await releases.create(ref, { name })
  for (let tries = 0; tries < 500; tries++) {
    const { status } = await releases.get(ref, name)
    if (status === "SUCCEEDED") return
    if (status === "FAILED") break
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error("The release was not made.")
}

/** Ann begins an audit, which a job prepares. */
export const begin = async (test: TestEngine, name = "v1", input: NewAuditInput = {}): Promise<AuditView> => {
  const { releaseAudits } = test.engine.as("ann")
  return waitForAudit(test, name, (await releaseAudits.create(ref, name, input)).id)
}

/** Waits until an audit is prepared, or could not be. */
export const waitForAudit = async ({ engine }: TestEngine, name: string, id: string): Promise<AuditView> => {
  for (let tries = 0; tries < 500; tries++) {
    const audit = await engine.as("ann").releaseAudits.get(ref, name, id)
    if (audit.state !== "preparing") return audit
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error("The audit was not prepared.")
}

/** Deletes an account, which waits on the clock of the test, and returns its pseudonym. */
export const removePerson = async ({ clock, engine }: TestEngine, name: string): Promise<string> => {
  const removal = engine.accountRemoval.remove(name)
  let isOver = false
  const finish = () => {
    isOver = true
  }
  removal.then(finish, finish)
  while (!isOver) {
    await clock.advance("10 seconds")
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return (await removal).username
}

export const right = { errors: [] }
export const wrong = { errors: [{ type: "missing" as const }] }

export const findCode = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return error === undefined ? "none" : String(Reflect.get(Object(error), "code"))
}

export const readStatements = async (test: TestEngine) =>
  (await test.engine.as("ann").releaseStatements.list(ref, "v1")).map(({ payload }) =>
    JSON.parse(Buffer.from(payload, "base64").toString()),
  )

/** Kim checks samples until there are no more, or the audit ends. */
export const checkAll = async (
  test: TestEngine,
  id: string,
  outcomes: ReadonlyArray<typeof right | typeof wrong>,
): Promise<AuditView | undefined> => {
  const { releaseAudits } = test.engine.as("kim")
  let view: AuditView | undefined
  for (const outcome of outcomes) {
    const work = await releaseAudits.claim(ref, "v1", id)
    if (work === null) break
    view = await releaseAudits.submit(ref, "v1", id, work.number, outcome)
    if (view.state === "reached") break
  }
  return view
}
