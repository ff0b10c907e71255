/** Checks the label while somebody works on it: a moment after the last edit, and one check at a time. */
import type { Editor } from "../editor/Editor.ts"
import { wholeOf } from "../editor/EditorState.ts"
import type { JsonObject } from "../json/value.ts"
import type { Finding } from "./Finding.ts"

export type Check = (label: JsonObject) => Promise<ReadonlyArray<Finding>>

export interface CheckState {
  readonly findings: ReadonlyArray<Finding>
  /** Whether the findings are those of the label as it is now. */
  readonly current: boolean
  /** Why the last check failed. */
  readonly error: unknown
}

/** How long after an edit the label is checked, in milliseconds. */
export const checkDelay = 800

export class LiveCheck {
  private readonly listeners = new Set<() => void>()
  private state: CheckState = { findings: [], current: false, error: undefined }
  private checked: JsonObject | undefined
  private running = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly editor: Editor,
    private readonly check: Check,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): CheckState => this.state

  /** Begins to check, at once and after each edit, until the returned function is called. */
  readonly start = (): (() => void) => {
    const stop = this.editor.subscribe(() => this.schedule(checkDelay))
    this.schedule(0)
    return () => {
      stop()
      clearTimeout(this.timer)
    }
  }

  /** Checks the same label again, as after a warning was dismissed. */
  readonly again = (): void => {
    this.checked = undefined
    this.schedule(0)
  }

  private schedule(delay: number): void {
    if (wholeOf(this.editor.state) === this.checked) return
    if (this.state.current) this.set({ ...this.state, current: false })
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.run(), delay)
  }

  private run(): void {
    // The edit that came during a check is checked when that check is done.
    if (this.running) return
    const label = wholeOf(this.editor.state)
    this.running = true
    this.check(label)
      .then(
        (findings) => this.set({ findings, current: true, error: undefined }),
        (error: unknown) => this.set({ ...this.state, current: false, error }),
      )
      .finally(() => {
        this.running = false
        this.checked = label
        this.schedule(checkDelay)
      })
  }

  private set(state: CheckState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
