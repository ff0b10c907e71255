/** Takes back the work that was sent last, within a minute. What was sent becomes a draft, so that the person continues with it. */
import { print } from "../editor/json/parse.ts"
import type { JsonObject } from "../editor/json/value.ts"
import { Store } from "../editor/Store.ts"
import type { OpenWork } from "./OpenWork.ts"
import { isReady, type SessionSample, toSessionSample, type Working } from "./phases.ts"
import type { Work, WorkAction } from "./work.ts"

/** The time in which the server takes work back, in milliseconds. A little less, because the answer was on its way. */
const undoTime = 58_000

/** Work that can be taken back. */
export interface UndoableWork {
  readonly claim: string
  readonly action: "accept" | "submit"
  readonly sample: SessionSample
  /** The version that the work began from; null where there was no label. */
  readonly etag: string | null
  /** The label as it was sent. */
  readonly attributes: JsonObject | undefined
  /** Whether the label was sent, or rated, so that there is something to continue with. */
  readonly isChanged: boolean
  readonly rating: number | null | undefined
  /** Milliseconds since 1970. */
  readonly until: number
  readonly isSending: boolean
  /** The answer of the server, once it has taken the work back. Until the draft is stored, what was sent is nowhere but here. */
  readonly undone: { readonly work: Work | undefined } | undefined
  /** Why it could not be taken back, or not be stored as a draft. */
  readonly error: unknown
}

export class WorkUndo {
  readonly last = new Store<UndoableWork | undefined>(undefined)
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly work: OpenWork,
    private readonly user: string,
  ) {}

  /**
   * Notes work that is stored and has ended its claim; without an action, it cannot be taken back. Work before it that has no draft yet stays
   * instead.
   */
  note(working: Working, action: WorkAction | undefined, attributes: JsonObject | undefined): void {
    if (this.last.state?.undone !== undefined) return
    this.forget()
    if (action !== "submit" && action !== "accept") return
    const { label } = working.work
    this.last.set({
      claim: working.work.claimId,
      action,
      sample: toSessionSample(working),
      etag: label?.version ?? null,
      attributes: attributes ?? label?.attributes ?? undefined,
      isChanged: attributes !== undefined || working.rating !== undefined,
      rating: working.rating,
      until: this.work.ports.now() + undoTime,
      isSending: false,
      undone: undefined,
      error: undefined,
    })
    this.startTimer(undoTime)
  }

  /** Offers it no longer. */
  readonly forget = (): void => {
    clearTimeout(this.timer)
    this.last.set(undefined)
  }

  /**
   * Takes the work back, and opens the sample with what was sent. The sample that is open meanwhile stays claimed, with its draft, and
   * nobody changes it until then.
   */
  async undo(): Promise<void> {
    const undoable = this.last.state
    const { turn, working } = this.work
    if (undoable === undefined || undoable.isSending || (working !== undefined && !isReady(working))) return
    clearTimeout(this.timer)
    this.last.set({ ...undoable, isSending: true, error: undefined })
    const release = this.work.lock()
    let { undone } = undoable
    try {
      await this.work.drafts.keep()
      if (undone === undefined) {
        undone = { work: await this.work.ports.undo(undoable.claim) }
        this.work.sentCount -= 1
      }
      await this.keepAsDraft(undoable, undone.work)
    } catch (error) {
      this.fail({ ...undoable, isSending: false, undone, error })
      return release()
    }
    const { action, claim, sample } = undoable
    if (this.last.state?.claim === claim) this.forget()
    this.work.ports.report?.({ kind: "undone", action, sample })
    // Somebody has left the page meanwhile. The draft is there when they come back.
    if (turn !== this.work.turn) return
    if (undone.work !== undefined) return await this.work.openClaimed(undone.work)
    // The person can claim no more: the open sample stays.
    if (working === undefined) return await this.work.openNext()
    release()
  }

  private fail(undoable: UndoableWork): void {
    const { claim, error, sample, undone, until } = undoable
    this.work.ports.report?.({ kind: "failed", error, sample })
    if (this.last.state?.claim !== claim) return
    this.last.set(undoable)
    if (undone === undefined) this.startTimer(until - this.work.ports.now())
  }

  private startTimer(time: number): void {
    this.timer = setTimeout(this.forget, time)
  }

  /** Without a claim, the label may have a version that only the server knows. Who opens the sample then chooses. */
  private async keepAsDraft(
    { attributes, etag, isChanged, rating, sample }: UndoableWork,
    work: Work | undefined,
  ): Promise<void> {
    if (!isChanged || attributes === undefined) return
    const { drafts, now } = this.work.ports
    await drafts.put(
      {
        user: this.user,
        sample: sample.uuid,
        labelset: "ground-truth",
        page: drafts.makePageName(),
        tab: drafts.tab,
        etag: work === undefined ? etag : (work.label?.version ?? null),
        text: print(attributes),
        rating,
        savedAt: now(),
      },
      [],
    )
  }
}
