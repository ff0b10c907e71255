/**
 * Checks the label while somebody works on it: a moment after the last edit, and one check at a time. What a check finds in a label
 * that was edited meanwhile is dropped.
 */
import type { Editor } from "../editor/Editor.ts"
import { wholeOf } from "../editor/EditorState.ts"
import type { JsonObject } from "../json/value.ts"
import type { Finding } from "./Finding.ts"

export type Check = (label: JsonObject) => Promise<ReadonlyArray<Finding>>

/** What checks a label. */
export interface Checks {
  /** How long after an edit the label is checked, in milliseconds. */
  readonly delay: number
  /** Checks after edits. */
  readonly live: Check
  /** Lets the server check, whose word counts when the label is stored. */
  readonly server: Check
  /** Notes that a warning was dismissed or restored. */
  readonly dismissed: () => void
  /** Ends what checks beside the page, until the next check. */
  readonly close: () => void
}

export interface CheckState {
  readonly findings: ReadonlyArray<Finding>
  /** Whether the findings are those of the label as it is now. */
  readonly current: boolean
  /** Why the last check failed. */
  readonly error: unknown
}

/** A check that is going on. */
interface Run {
  readonly label: JsonObject
}

export class LiveCheck {
  private readonly listeners = new Set<() => void>()
  private state: CheckState = { findings: [], current: false, error: undefined }
  private checked: JsonObject | undefined
  private run: Run | undefined
  /** Whether a check is due as soon as the one that is going on is done. */
  private isDue = false
  private wantsServer = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly editor: Editor,
    private readonly checks: Checks,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): CheckState => this.state

  /** Begins to check, at once and after each edit, until the returned function is called. */
  readonly start = (): (() => void) => {
    const stop = this.editor.subscribe(() => this.schedule(this.checks.delay))
    this.schedule(0)
    return () => {
      stop()
      clearTimeout(this.timer)
      this.run = undefined
      this.isDue = false
      this.checks.close()
    }
  }

  /** Lets the server check the same label. */
  readonly again = (): void => {
    this.wantsServer = true
    this.checked = undefined
    this.schedule(0)
  }

  /** Checks the same label after a warning was dismissed or restored. */
  readonly dismissed = (): void => {
    this.checks.dismissed()
    this.checked = undefined
    this.schedule(0)
  }

  private schedule(delay: number): void {
    if (wholeOf(this.editor.state) === this.checked) return
    if (this.state.current) this.set({ ...this.state, current: false })
    clearTimeout(this.timer)
    this.timer = setTimeout(this.begin, delay)
  }

  private readonly begin = (): void => {
    this.isDue = this.run !== undefined
    if (this.isDue) return
    const run = { label: wholeOf(this.editor.state) }
    const check = this.wantsServer ? this.checks.server : this.checks.live
    this.wantsServer = false
    this.run = run
    check(run.label).then(
      (findings) => this.end(run, { findings, current: true, error: undefined }),
      (error: unknown) => this.end(run, { ...this.state, current: false, error }),
    )
  }

  private end(run: Run, state: CheckState): void {
    if (this.run !== run) return
    this.run = undefined
    if (wholeOf(this.editor.state) === run.label && !this.isDue) {
      this.checked = run.label
      this.set(state)
    }
    // An edit that has come a moment ago has its timer.
    if (this.isDue) this.begin()
  }

  private set(state: CheckState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
