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
  /** The label as it was sent; undefined where it stayed as it was. */
  readonly text: string | undefined
  readonly rating: number | null | undefined
  /** Milliseconds since 1970. */
  readonly until: number
  readonly isSending: boolean
  /** Why it could not be taken back. */
  readonly error: unknown
}

export class UndoneWork {
  readonly last = new Store<UndoableWork | undefined>(undefined)
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly work: OpenWork,
    private readonly user: string,
  ) {}

  /** Notes work that is stored and has ended its claim. */
  note(working: Working, action: WorkAction, attributes: JsonObject | undefined): void {
    this.forget()
    if (action !== "submit" && action !== "accept") return
    this.last.set({
      claim: working.work.claimId,
      action,
      sample: toSessionSample(working),
      text: attributes && print(attributes),
      rating: working.rating,
      until: this.work.ports.now() + undoTime,
      isSending: false,
      error: undefined,
    })
    this.timer = setTimeout(() => this.forget(), undoTime)
  }

  /** Offers it no longer. */
  readonly forget = (): void => {
    clearTimeout(this.timer)
    this.last.set(undefined)
  }

  /** Takes the work back, and opens the sample with what was sent. The sample that is open meanwhile stays claimed, with its draft. */
  async undo(): Promise<void> {
    const undoable = this.last.state
    const { working } = this.work
    if (undoable === undefined || undoable.isSending || (working !== undefined && !isReady(working))) return
    this.last.set({ ...undoable, isSending: true, error: undefined })
    const { turn } = this.work
    try {
      const work = await this.work.ports.undo(undoable.claim)
      this.forget()
      this.work.sentCount -= 1
      if (work !== undefined) await this.keepAsDraft(work, undoable)
      // Somebody has left the page meanwhile. The draft is there when they come back.
      if (turn !== this.work.turn) return
      if (work === undefined) return await this.work.openNext()
      await this.work.drafts.keepOrReport()
      await this.work.openClaimed(work)
    } catch (error) {
      if (this.last.state?.claim === undoable.claim) this.last.set({ ...undoable, isSending: false, error })
    }
  }

  private async keepAsDraft({ label, sample }: Work, { rating, text }: UndoableWork): Promise<void> {
    if (text === undefined) return
    const { drafts, now } = this.work.ports
    await drafts.put(
      {
        user: this.user,
        sample: sample.uuid,
        labelset: "ground-truth",
        page: drafts.makePageName(),
        tab: drafts.tab,
        etag: label?.version ?? null,
        text,
        rating,
        savedAt: now(),
      },
      [],
    )
  }
}
