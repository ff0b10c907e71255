/** A person of the week who works in the workbench, by keys and the list of objects. */
import type { Page } from "playwright-core"
import { assert } from "vitest"
import { startSession, type Visit } from "../pages.ts"
import { drawBox, readObjectNames, seesObjects, selectObject } from "../workbench.ts"
import { applyEdits, type Category, type Edits, noEdits } from "./Labels.ts"
import { Stopwatch } from "./Stopwatch.ts"
import { pauseSeconds, type Week } from "./Week.ts"

const keysOfActions = {
  submit: "Control+Enter",
  accept: "Control+Enter",
  save: "Control+s",
  skip: "Control+Period",
  reject: "Control+Shift+Enter",
} as const

type Action = keyof typeof keysOfActions

/** The sample that is open: when it was claimed, and what was done to it and not sent. */
interface Open {
  readonly sample: string
  readonly stopwatch: Stopwatch
  edits: Edits
}

export class PagePerson {
  private page: Page
  private open: Open | undefined

  constructor(
    private readonly week: Week,
    readonly name: string,
    private readonly visit: Visit,
    private readonly queue: "labeling" | "reviewing",
    private readonly key: string,
  ) {
    this.page = visit.page
  }

  get faults(): ReadonlyArray<string> {
    return this.visit.faults
  }

  private get address(): string {
    const { dataset, server } = this.week
    return `${server.origin}/console/d/${dataset}/${this.queue === "labeling" ? "label" : "review"}`
  }

  /** Signs in and opens the queue, as in the morning. Says whether there is a sample. */
  async begin(): Promise<boolean> {
    await startSession(this.visit.context, this.week.server, this.key)
    await this.load(() => this.page.goto(this.address))
    return this.meet(undefined)
  }

  /** Draws, changes and deletes objects of the open sample, and takes some time for it. */
  async edit(edits: Edits, millis: number): Promise<void> {
    const open = this.demandOpen()
    await this.week.clock.move(millis)
    open.stopwatch.note(this.week.clock.now)
    assert.deepStrictEqual(open.edits, noEdits, "This script edits a sample once between two actions.")
    open.edits = edits
    const { keyboard } = this.page
    const stored = this.week.findLabel(open.sample).objects
    await this.focusCanvas()
    for (const [index, category] of edits.created.entries()) {
      // What was drawn before stays selected, and would get the category.
      await keyboard.press("Escape")
      await keyboard.press(String(category))
      await drawBox(this.page)
      await seesObjects(this.page, stored.length + index + 1)
    }
    for (const [position, category] of edits.changed) {
      await this.select(position)
      await keyboard.press(String(category))
      await keyboard.press("Escape")
    }
    // Deleted last, because a new object gets the id of a deleted one that was the highest: it then is the same object with other points.
    for (const position of edits.removed) {
      await this.select(position)
      await keyboard.press("Delete")
    }
    await this.demandObjects()
  }

  /** Presses the keys of an action after some time, and waits until the page has the next sample. Says whether there is one. */
  async send(action: Action, millis: number): Promise<boolean> {
    const open = this.demandOpen()
    await this.week.clock.move(millis)
    await this.focusCanvas()
    const times = open.stopwatch.read(this.week.clock.now)
    const answered = this.page.waitForResponse((response) => response.url().endsWith(`/${action}/`))
    await this.page.keyboard.press(keysOfActions[action])
    if (action === "reject") {
      await this.page.getByLabel("What is wrong?").waitFor()
      await this.page.keyboard.type("One is missing.")
      await this.page.keyboard.press("Control+Enter")
    }
    const answer = await answered
    assert.strictEqual(answer.status(), 200, `${this.name} ${action}`)
    const { edits, sample } = open
    const { name: person, queue } = this
    this.week.note({ person, queue, action, sample, edits, ...times })
    open.edits = noEdits
    if (action !== "save") return this.meet(sample)
    // While the page takes the answer in, it ignores the next action.
    await this.page.locator("button[data-loading]").waitFor({ state: "detached" })
    return true
  }

  /** Time passes without any activity. */
  async rest(millis: number): Promise<void> {
    await this.week.clock.move(millis)
  }

  /** Loads the page again, some time after the last activity. What was edited comes back. */
  async reload(millis: number): Promise<void> {
    const open = this.demandOpen()
    await this.week.clock.move(millis)
    open.stopwatch.note(this.week.clock.now)
    await this.page.waitForTimeout(1500)
    await this.load(() => this.page.reload())
    assert.strictEqual(await readSample(this.page, undefined), open.sample)
    open.stopwatch.note(this.week.clock.now)
    await this.demandObjects()
  }

  /** Goes on with the same sample in another tab, and closes the first one later. */
  async changeTab(millis: number): Promise<void> {
    const open = this.demandOpen()
    await this.week.clock.move(millis)
    open.stopwatch.note(this.week.clock.now)
    await this.page.waitForTimeout(1500)
    const before = this.page
    this.page = await this.visit.context.newPage()
    await this.load(() => this.page.goto(this.address))
    assert.strictEqual(await readSample(this.page, undefined), open.sample)
    open.stopwatch.note(this.week.clock.now)
    await this.demandObjects()
    await before.close()
  }

  private async load(load: () => Promise<unknown>): Promise<void> {
    await this.week.clock.prepare(this.page)
    await load()
  }

  private async meet(before: string | undefined): Promise<boolean> {
    const sample = await readSample(this.page, before)
    const { clock } = this.week
    this.open =
      sample === undefined
        ? undefined
        : { sample, stopwatch: new Stopwatch(clock.now, pauseSeconds * 1000), edits: noEdits }
    if (this.open !== undefined) await this.demandObjects()
    return this.open !== undefined
  }

  get sample(): string {
    return this.demandOpen().sample
  }

  private demandOpen(): Open {
    if (this.open === undefined) throw new Error(`${this.name} has no sample.`)
    return this.open
  }

  /** The list of objects is that of the log. */
  private async demandObjects(): Promise<void> {
    const { edits, sample } = this.demandOpen()
    const objects = applyEdits(this.week.findLabel(sample).objects, edits)
    await seesObjects(this.page, objects.length)
    const names = await readObjectNames(this.page)
    const present = this.week.categoryNames
    assert.deepStrictEqual(
      names.map((name) => (name.includes("3") ? "sign" : name)),
      objects.map((category: Category) => present.get(category) ?? "sign"),
      `${this.name} sees other objects of ${sample}`,
    )
  }

  private select(position: number): Promise<void> {
    return selectObject(this.page, position)
  }

  private focusCanvas(): Promise<void> {
    return this.page.locator("[role=application]").first().focus()
  }
}

/** Waits until another sample is open than before, and returns its name; undefined when the queue is empty. */
const readSample = async (page: Page, before: string | undefined): Promise<string | undefined> => {
  const handle = await page.waitForFunction((former: string) => {
    if (document.body.textContent?.includes("Nothing is waiting for you")) return { sample: null }
    const sample = document.querySelector("header h2")?.textContent
    const image = document.querySelector<HTMLImageElement>("[role=application] img")
    const isOpen = sample != null && sample !== former && image?.complete === true
    return isOpen && image.style.transform !== "" ? { sample } : null
  }, before ?? "")
  const { sample } = (await handle.jsonValue()) ?? { sample: null }
  return sample ?? undefined
}
