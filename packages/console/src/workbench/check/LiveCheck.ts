/**
 * Checks the label while somebody works on it: a moment after the last edit, and one check at a time. What a check finds in a label
 * that was edited meanwhile is dropped.
 */
import type { Editor } from "../editor/Editor.ts"
import { getWholeLabel } from "../editor/EditorState.ts"
import type { JsonObject } from "../editor/json/value.ts"
import { Observed } from "../editor/Store.ts"
import type { Finding } from "./Finding.ts"

export type Check = (label: JsonObject) => Promise<ReadonlyArray<Finding>>

/** Checks a label. */
export interface Checks {
  /** The time between an edit and the check of the label, in milliseconds. */
  readonly delay: number
  /** Checks after edits. */
  readonly live: Check
  /** Lets the server check, as it does when the label is stored. */
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

export class LiveCheck extends Observed<CheckState> {
  /** The label of the last check. */
  private checked: JsonObject | undefined
  private run: Run | undefined
  /** The label whose check waits for a pause, or for the end of the one that is going on. */
  private due: JsonObject | undefined
  /** Whether a check is due as soon as the one that is going on is done. */
  private isDue = false
  /** Whether somebody wants a check of the same label. */
  private isWanted = false
  private wantsServer = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly editor: Editor,
    private readonly checks: Checks,
  ) {
    super({ findings: [], current: false, error: undefined })
  }

  /** Begins to check, at once and after each edit, until the returned function is called. */
  readonly start = (): (() => void) => {
    const stop = this.editor.subscribe(() => this.schedule(this.checks.delay))
    this.schedule(0)
    return () => {
      stop()
      this.run = undefined
      this.cancel()
      this.checks.close()
    }
  }

  /** Lets the server check the same label. */
  readonly again = (): void => {
    this.wantsServer = true
    this.requestCheck()
  }

  /** Checks the same label after a warning was dismissed or restored. */
  readonly dismissed = (): void => {
    this.checks.dismissed()
    this.requestCheck()
  }

  private requestCheck(): void {
    this.isWanted = true
    this.due = undefined
    this.schedule(0)
  }

  /** The editor also reports what is no edit, such as a selection: a label whose check is on its way is left alone. */
  private schedule(delay: number): void {
    const label = getWholeLabel(this.editor.state)
    if (label === this.due) return
    if (!this.isWanted && label === (this.run?.label ?? this.checked)) {
      this.cancel()
      // An edit was undone before its check began.
      if (this.run === undefined && this.state.error === undefined)
        this.change({ ...this.state, current: true })
      return
    }
    this.due = label
    if (this.state.current) this.change({ ...this.state, current: false })
    clearTimeout(this.timer)
    this.timer = setTimeout(this.begin, delay)
  }

  /** Lets no further check begin. */
  private cancel(): void {
    clearTimeout(this.timer)
    this.due = undefined
    this.isDue = false
  }

  private readonly begin = (): void => {
    this.isDue = this.run !== undefined
    if (this.isDue) return
    const run = { label: getWholeLabel(this.editor.state) }
    const check = this.wantsServer ? this.checks.server : this.checks.live
    this.wantsServer = false
    this.isWanted = false
    this.due = undefined
    this.run = run
    check(run.label).then(
      (findings) => this.end(run, { findings, current: true, error: undefined }),
      (error: unknown) => this.end(run, { ...this.state, current: false, error }),
    )
  }

  private end(run: Run, state: CheckState): void {
    if (this.run !== run) return
    this.run = undefined
    if (getWholeLabel(this.editor.state) === run.label && !this.isDue) {
      this.checked = run.label
      this.change(state)
    }
    // An edit that has come a moment ago has its timer.
    if (this.isDue) this.begin()
  }

  private change(state: CheckState): void {
    const { current, error, findings } = this.state
    if (state.current !== current || state.findings !== findings || state.error !== error) this.set(state)
  }
}
