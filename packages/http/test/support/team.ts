/**
 * A team of eight that works over the API by a script of random steps, and keeps a log of what it did: saves, submissions, skips, reviews,
 * reloads, two tabs, pauses, leases that run out, direct edits, reassignments, a removed category. The clock is the test's.
 */
import { setImmediate as turn } from "node:timers/promises"
import type { WorkEntry } from "@annotary/test-support/workLog"
import { assert, vi } from "vitest"
import type { Answer, Call, World } from "./world.ts"

type Objects = ReadonlyMap<number, { readonly category: number; readonly x: number }>

/** What the log knows of the label of a sample. */
interface LoggedLabel {
  readonly objects: Objects
  readonly labeler: string | null
  readonly wasReviewed: boolean
}

/** The work on a claim. */
interface Session {
  readonly queue: "labeling" | "reviewing"
  readonly claim: string
  readonly sample: string
  readonly claimedAt: number
  /** The end of the lease; 0 once somebody else has ended the claim. */
  expiresAt: number
  /** The last work, or the claim. */
  since: number
  /** All times so far, for clients that report them since the claim. */
  active: number
  paused: number
  lastSave: string
}

const labelers = ["lea", "lou", "liv", "len"]
const reviewers = ["rob", "ria"]
const manager = "mia"
/** All eight, with the owner. */
export const team = [...labelers, ...reviewers, manager, "owner"]

const lease = 900_000
/** Clients measure from the answer on. Instants of the server may differ from its milliseconds by two. */
const answerMillis = 5
const noLabel: LoggedLabel = { objects: new Map(), labeler: null, wasReviewed: false }

export class Team {
  readonly log: Array<WorkEntry> = []
  readonly categories = new Map([
    [1, "car"],
    [2, "=cmd()"],
    [3, "tree"],
  ])
  readonly dataset: string
  private readonly keys = new Map<string, string>()
  private readonly labels = new Map<string, LoggedLabel>()
  private readonly sessions = new Map<string, Session>()
  private samples: ReadonlyArray<string> = []

  constructor(
    private readonly world: World,
    /** From 0 to 1. */
    private readonly random: () => number,
    name: string,
  ) {
    this.dataset = `/datasets/owner/${name}`
  }

  async begin(samples: number): Promise<void> {
    const post = (path: string, body: unknown, as: Call["as"] = "owner") =>
      this.world.ok({ method: "POST", path, body, as })
    await post("/user/datasets/", {
      name: this.dataset.split("/").at(-1),
      category: "other",
      task_type: "vector",
      task_attributes: this.configuration,
      enable_save_button: true,
      enable_skip_labeling: true,
      enable_skip_reviewing: true,
    })
    for (const username of team.slice(0, -1)) {
      if ((await this.world.call({ method: "GET", path: `/users/${username}/`, as: "root" })).status !== 200)
        await post("/users/", { username }, "root")
      this.keys.set(username, (await post(`/users/${username}/api_keys/`, {}, "root")).textAt("key"))
      const role = labelers.includes(username)
        ? "labeler"
        : reviewers.includes(username)
          ? "reviewer"
          : "manager"
      await post(`${this.dataset}/collaborators/`, { user: username, role })
    }
    this.keys.set("owner", this.world.keys.owner)
    const made = await post(
      `${this.dataset}/samples_bulk/`,
      Array.from({ length: samples }, (_, i) => ({
        name: `s${i}`,
        attributes: { image: { url: "https://x.test/a.png" } },
      })),
    )
    this.samples = made.list.map((_, index) => made.textAt(`${index}.uuid`))
  }

  /** One step of somebody, some time after the one before. */
  async step(): Promise<void> {
    // Storage in memory answers without a turn of the event loop, for which the test runner waits.
    await turn()
    this.wait(10 + this.below(this.random() < 0.1 ? 400_000 : 40_000))
    const die = this.random()
    if (die < 0.04) return this.edit()
    if (die < 0.08) return this.reassign()
    const person = this.pick([...labelers, ...labelers, ...reviewers, ...reviewers, manager])
    const session = this.sessions.get(person)
    if (session === undefined) return this.claim(person)
    // A reload, or another tab: the same claim again.
    if (die < 0.2 && session.expiresAt > Date.now()) return this.claim(person)
    return this.work(person, session)
  }

  /** The time until then passes, as over night: all leases run out. */
  sleepUntil(millis: number): void {
    this.wait(millis - Date.now())
  }

  /** Takes the last category out of the configuration. Labels keep its objects. */
  async removeCategory(): Promise<void> {
    this.categories.delete(Math.max(...this.categories.keys()))
    await this.world.ok({
      method: "PATCH",
      path: `${this.dataset}/`,
      body: { task_attributes: this.configuration },
    })
  }

  call(person: string, method: string, path: string, body?: unknown): Promise<Answer> {
    return this.world.call({ method, path, key: this.keys.get(person), body })
  }

  private get configuration() {
    const categories = [...this.categories].map(([id, name]) => ({ id, name }))
    return { format_version: "0.1", categories }
  }

  private async claim(person: string): Promise<void> {
    const queue = reviewers.includes(person) && this.random() < 0.8 ? "reviewing" : "labeling"
    const open = this.sessions.get(person)
    const path = `${this.dataset}/queue/${open?.queue ?? queue}/claim/`
    const answer = await this.call(person, "POST", path, { lease_seconds: lease / 1000 })
    assert.strictEqual(answer.status, 200)
    if (answer.list.length === 0) return
    const [claim, expiresAt] = [answer.textAt("0.claim_id"), Date.parse(answer.textAt("0.expires_at"))]
    if (open !== undefined && open.expiresAt > Date.now()) {
      assert.strictEqual(claim, open.claim)
      open.expiresAt = expiresAt
      return
    }
    const now = Date.now()
    this.sessions.set(person, {
      queue: open?.queue ?? queue,
      claim,
      sample: answer.textAt("0.sample.uuid"),
      claimedAt: now,
      expiresAt,
      since: now + answerMillis,
      active: 0,
      paused: 0,
      lastSave: "",
    })
  }

  private async work(person: string, session: Session): Promise<void> {
    const now = Date.now()
    const action = this.pick(
      session.queue === "labeling"
        ? (["save", "save", "submit", "submit", "submit", "skip"] as const)
        : (["save", "accept", "accept", "accept", "reject", "reject", "skip"] as const),
    )
    const passed = now - session.since
    const paused = this.random() < 0.3 ? this.below(passed) : 0
    const time = passed - paused
    const before = this.labels.get(session.sample) ?? noLabel
    const objects = action === "save" || this.random() < 0.5 ? this.draw(before.objects) : before.objects
    // Two people use a client that reports all times since the claim, and does not say so.
    const isWhole = person === "len" || person === "ria"
    const times = isWhole
      ? { time: session.active + time, inactive_time: session.paused + paused }
      : { time, inactive_time: paused, time_since: "previous" }
    const body = { attributes: this.attributes(objects), ...times }
    const answer = await this.call(person, "POST", `/claims/${session.claim}/${action}/`, body)
    if (session.expiresAt <= now) {
      assert.strictEqual(answer.status, 409, answer.text)
      this.sessions.delete(person)
      return
    }
    assert.strictEqual(answer.status, 200, answer.text)
    const text = JSON.stringify(body)
    // The same save again gets the first answer.
    if (action === "save" && session.lastSave === text) return
    const reviews = action === "accept" || action === "reject"
    this.log.push({
      at: now,
      person,
      workType: session.queue === "labeling" ? "label" : "review",
      action,
      time,
      paused,
      objects: compareObjects(before.objects, objects),
      labeler: reviews ? before.labeler : null,
      wasReviewed: before.wasReviewed,
    })
    this.labels.set(session.sample, {
      objects,
      labeler: session.queue === "labeling" && action !== "skip" ? person : before.labeler,
      wasReviewed: before.wasReviewed || reviews,
    })
    if (action !== "save") return void this.sessions.delete(person)
    session.since = now + answerMillis
    session.active += time
    session.paused += paused
    session.expiresAt = Math.max(session.expiresAt, now + lease)
    session.lastSave = text
  }

  /** The manager writes a label directly, which ends the work of whoever has the sample. */
  private async edit(): Promise<void> {
    const sample = this.pick(this.samples)
    const before = this.labels.get(sample) ?? noLabel
    const objects = new Map([
      ...this.draw(before.objects),
      [900 + this.log.length, { category: 1, x: 1 }] as const,
    ])
    const body = {
      label_status: this.pick(["LABELED", "REJECTED", "PRELABELED"]),
      attributes: this.attributes(objects),
    }
    const answer = await this.call(manager, "PUT", `/labels/${sample}/ground-truth/`, body)
    assert.oneOf(answer.status, [200, 201], answer.text)
    this.log.push({
      at: Date.now(),
      person: manager,
      workType: "normal",
      action: "write",
      time: 0,
      paused: 0,
      objects: compareObjects(before.objects, objects),
      labeler: null,
      wasReviewed: before.wasReviewed,
    })
    this.labels.set(sample, { ...before, objects })
    for (const [person, session] of this.sessions)
      if (session.sample === sample && person !== manager) session.expiresAt = 0
  }

  private async reassign(): Promise<void> {
    const body = {
      assigned_labeler: this.pick([...labelers, null]),
      assigned_reviewer: this.pick([...reviewers, null]),
      priority: this.below(3),
    }
    const answer = await this.call(manager, "PATCH", `/samples/${this.pick(this.samples)}/`, body)
    assert.strictEqual(answer.status, 200, answer.text)
  }

  /** The objects after some were drawn, moved, renamed and deleted. */
  private draw(before: Objects): Objects {
    const objects = new Map(before)
    for (let i = this.below(4); i > 0; i--) {
      const die = this.random()
      const [some] = [...objects.keys()].sort(() => this.random() - 0.5)
      const category = 1 + this.below(3)
      if (some === undefined || die < 0.5)
        objects.set(Math.max(0, ...objects.keys()) + 1, { category, x: this.below(100) })
      else if (die < 0.7) objects.set(some, { category, x: objects.get(some)?.x ?? 0 })
      else if (die < 0.85)
        objects.set(some, { category: objects.get(some)?.category ?? 1, x: this.below(100) })
      else objects.delete(some)
    }
    return objects
  }

  private attributes(objects: Objects) {
    const annotations = [...objects].map(([id, { category, x }]) => ({
      id,
      category_id: category,
      type: "bbox",
      points: [
        [x, 0],
        [x + 1, 1],
      ],
    }))
    return { format_version: "0.1", annotations }
  }

  private wait(millis: number): void {
    vi.setSystemTime(Date.now() + millis)
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit)
  }

  private pick<A>(list: ReadonlyArray<A>): A {
    // Cast: the lists are not empty.
    return list[this.below(list.length)] as A
  }
}

const compareObjects = (before: Objects, after: Objects): WorkEntry["objects"] => {
  const counts = new Map<number, readonly [number, number, number]>()
  const add = (category: number, created: number, changed: number, removed: number) => {
    const [a, b, c] = counts.get(category) ?? [0, 0, 0]
    counts.set(category, [a + created, b + changed, c + removed])
  }
  for (const [id, object] of after) {
    const old = before.get(id)
    if (old === undefined) add(object.category, 1, 0, 0)
    else if (old.category !== object.category || old.x !== object.x) add(object.category, 0, 1, 0)
  }
  for (const [id, { category }] of before) if (!after.has(id)) add(category, 0, 0, 1)
  return counts
}
