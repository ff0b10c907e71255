/** The event feed of an account: which events, from which position, and how long it waits for them. */
import type { EventId } from "@annotary/core"
import { testEngine } from "@annotary/core/testing"
import { webhooks } from "@annotary/webhooks"
import { assert, describe, expect, it } from "vitest"

const makeWorld = async () => {
  const test = await testEngine({ extensions: [webhooks()], worker: false, events: false })
  await test.seed.person("ann")
  await test.seed.person("bob")
  const ann = test.engine.as("ann")
  const { feed } = test.engine.webhooks.as("ann")
  const makeDataset = (name: string, owner = "ann") =>
    test.engine.as(owner).datasets.create({ name, category: "other", taskType: "vector" })
  return { ...test, ann, feed, makeDataset, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() }
}

const listDatasets = ({ events }: { readonly events: ReadonlyArray<{ readonly dataset: string }> }) =>
  events.map(({ dataset }) => dataset)

describe("the event feed of an account", () => {
  it("has its own switch: without it events are refused, and with it they are kept although webhooks are off", async () => {
    await using world = await makeWorld()
    const { ann, feed, makeDataset } = world
    await makeDataset("before")
    await expect(feed.read()).rejects.toMatchObject({ _tag: "WebhookConflict", code: "feed_off" })
    await ann.users.setFeed(true)
    await makeDataset("after")
    await makeDataset("foreign", "bob")
    const page = await feed.read()
    assert.deepStrictEqual(listDatasets(page), ["ann/after"])
    assert.isFalse((await ann.users.me()).user.webhooksEnabled)
    await ann.users.setFeed(false)
    await expect(feed.read()).rejects.toMatchObject({ code: "feed_off" })
  })

  it("continues after the last event, and after the instant where it found none", async () => {
    await using world = await makeWorld()
    const { ann, clock, feed, makeDataset } = world
    await ann.users.setFeed(true)
    const empty = await feed.read()
    assert.deepStrictEqual(empty.events, [])
    await clock.advance("1 minute")
    await makeDataset("a")
    await makeDataset("b")
    const first = await feed.read({ after: empty.next, limit: 1 })
    assert.deepStrictEqual(listDatasets(first), ["ann/a"])
    const second = await feed.read({ after: first.next })
    assert.deepStrictEqual(listDatasets(second), ["ann/b"])
    assert.deepStrictEqual(listDatasets(await feed.read({ after: second.next })), [])
    // Read again from an earlier position, the same events have the same ids.
    assert.deepStrictEqual((await feed.read({ after: empty.next })).events, [
      ...first.events,
      ...second.events,
    ])
  })

  it("passes over no change that is not committed yet, however long it takes", async () => {
    await using world = await makeWorld()
    const { ann, clock, engine, feed } = world
    await ann.users.setFeed(true)
    let [begin, end] = [() => {}, () => {}]
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve
    })
    const changed = engine.transaction(async (tx) => {
      await tx.as("ann").datasets.create({ name: "slow", category: "other", taskType: "vector" })
      begin()
      await mayEnd
    })
    await begun
    await clock.advance("4 seconds")
    const empty = await feed.read()
    assert.deepStrictEqual(empty.events, [])
    end()
    await changed
    assert.deepStrictEqual(listDatasets(await feed.read({ after: empty.next })), ["ann/slow"])
  })

  it("refuses a position behind which events may be missing, and begins with the oldest that is kept without one", async () => {
    await using world = await makeWorld()
    const { ann, clock, feed, makeDataset } = world
    await ann.users.setFeed(true)
    const { next } = await feed.read()
    await makeDataset("a")
    await clock.advance("31 days")
    await makeDataset("b")
    await expect(feed.read({ after: next })).rejects.toMatchObject({ code: "cursor_expired" })
    const page = await feed.read()
    assert.deepStrictEqual(listDatasets(page), ["ann/b"])
    await ann.users.setFeed(false)
    await makeDataset("unseen")
    await clock.advance("1 minute")
    await ann.users.setFeed(true)
    await expect(feed.read({ after: page.next })).rejects.toMatchObject({ code: "cursor_expired" })
    assert.deepStrictEqual(listDatasets(await feed.read()), [])
  })

  it("of a quiet account has no position that expires while it is read", async () => {
    await using world = await makeWorld()
    const { ann, clock, feed, makeDataset } = world
    await ann.users.setFeed(true)
    let after: EventId | undefined
    for (let week = 0; week < 6; week++) {
      after = (await feed.read({ after })).next
      await clock.advance("7 days")
    }
    await makeDataset("late")
    assert.deepStrictEqual(listDatasets(await feed.read({ after })), ["ann/late"])
  })

  it("has the filters of endpoints", async () => {
    await using world = await makeWorld()
    const { ann, feed, makeDataset } = world
    await ann.users.setFeed(true)
    await makeDataset("a")
    await makeDataset("b")
    await ann.datasets.update({ _tag: "Name", owner: "ann", name: "a" }, { readme: "new" })
    await ann.datasets.update({ _tag: "Name", owner: "ann", name: "b" }, { readme: "new" })
    const updates = await feed.read({ eventTypes: ["dataset.updated"] })
    assert.deepStrictEqual(listDatasets(updates), ["ann/a", "ann/b"])
    assert.lengthOf((await feed.read({ datasets: ["ann/b"] })).events, 2)
    const none = await feed.read({ eventTypes: ["release.*"] })
    assert.deepStrictEqual(none.events, [])
    // What the filter leaves out is passed over.
    assert.isTrue(none.next >= (updates.events.at(-1)?.id ?? ""))
    await expect(feed.read({ datasets: ["ann/none"] })).rejects.toMatchObject({ _tag: "InvalidInput" })
  })

  it("of an organization is for its admins", async () => {
    await using world = await makeWorld()
    const { ann, engine, feed } = world
    await ann.organizations.create({ username: "acme" })
    await ann.users.setFeed(true, "acme")
    await ann.datasets.create({ name: "a", owner: "acme", category: "other", taskType: "vector" })
    assert.deepStrictEqual(listDatasets(await feed.read({}, { organization: "acme" })), ["acme/a"])
    await expect(engine.webhooks.as("bob").feed.read({}, { organization: "acme" })).rejects.toMatchObject({
      _tag: /NotFound|PermissionDenied/,
    })
  })

  it("waits for an event, and answers without one when the time is over", async () => {
    await using world = await makeWorld()
    const { ann, clock, feed, makeDataset } = world
    await ann.users.setFeed(true)
    const { next: after } = await feed.read()
    const waiting = feed.read({ after, waitSeconds: 30 })
    await clock.advance("2 seconds")
    await makeDataset("a")
    await clock.advance("2 seconds")
    const page = await waiting
    assert.deepStrictEqual(listDatasets(page), ["ann/a"])
    const idle = feed.read({ after: page.next, waitSeconds: 10 })
    await clock.advance("11 seconds")
    assert.deepStrictEqual(listDatasets(await idle), [])
  })

  it("lets no account have more waiting readers than a process holds for it", async () => {
    await using world = await makeWorld()
    const { ann, clock, feed } = world
    await ann.users.setFeed(true)
    const readers = Array.from({ length: 21 }, () => feed.read({ waitSeconds: 5 }).catch(({ code }) => code))
    await clock.advance("6 seconds")
    const answers = await Promise.all(readers)
    assert.lengthOf(
      answers.filter((answer) => answer === "too_many_readers"),
      1,
    )
    assert.deepStrictEqual((await feed.read({ waitSeconds: 0 })).events, [])
  })
})
