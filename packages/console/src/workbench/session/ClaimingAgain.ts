/** Claims the open sample again after its claim has ended: because the person wishes it, or after a pause. */
import type { OpenWork } from "./OpenWork.ts"
import { hasVersion } from "./overlap.ts"
import { isSameWork, type Working } from "./phases.ts"
import type { Submissions } from "./Submissions.ts"
import type { Work } from "./work.ts"

export class ClaimingAgain {
  constructor(
    private readonly work: OpenWork,
    private readonly submissions: Submissions,
  ) {}

  /** Claims the sample again whose claim has ended, or says why nobody can. */
  async claimAgain(): Promise<void> {
    const { turn, working } = this.work
    if (working?.lost === undefined || working.sending !== undefined || working.isClaiming) return
    this.work.update({ isClaiming: true, claimError: undefined })
    try {
      // The label that is opened has the edits from there.
      await this.work.drafts.keep()
      const [claimed, dataset] = await Promise.all([
        this.work.ports.claimAgain(working.work),
        this.work.dataset.read(),
      ])
      if (typeof claimed === "string") {
        if (turn === this.work.turn)
          this.work.update({ refusal: claimed, error: undefined, isClaiming: false })
        return
      }
      const choice = await this.work.drafts.find(claimed)
      // A claim that comes after the person has left stays, as every claim of a page that is left does.
      if (turn !== this.work.turn || this.work.working?.lost === undefined) return
      const { next } = this.work.actions
      this.work.open(claimed, choice, dataset)
      // The person sees first what has changed.
      const { changes, conflict } = this.work.working
      const isSeen = conflict === undefined && changes.length === 0 && isSameWork(this.work.working, working)
      if (next !== undefined && isSeen) await this.submissions.finish(next.action, next.remarks)
    } catch (error) {
      if (turn === this.work.turn) this.work.update({ claimError: error, isClaiming: false })
    } finally {
      if (turn === this.work.turn) this.work.actions.next = undefined
    }
  }

  /** After a pause in which the claim has ended: the same sample again, if it is still free and has the same label. */
  async resumeAfterPause(working: Working, error: unknown): Promise<void> {
    const { turn } = this.work
    const claimed = await this.work.ports.claimAgain(working.work).catch(() => undefined)
    if (turn !== this.work.turn || this.work.working === undefined) return
    if (claimed === undefined || typeof claimed === "string")
      return this.submissions.handleRefusal(this.work.working, error, working.editor.state.readOnly, claimed)
    // A submission was refused meanwhile, and the person decides whether to claim the sample again.
    if (this.work.working.lost !== undefined) return
    const { label } = this.work.working.work
    if (!hasVersion(claimed, label?.version)) return this.openNewer(claimed)
    this.work.measure(claimed)
    this.work.update({
      work: { ...this.work.working.work, claimId: claimed.claimId },
      expiresAt: claimed.expiresAt,
      idle: false,
    })
    this.work.renewal.start(claimed.claimId)
  }

  /** Opens a newer version of the label on the screen, whose edits go into the draft before. */
  private async openNewer(claimed: Work): Promise<void> {
    const { turn } = this.work
    try {
      await this.work.drafts.keep()
      const choice = await this.work.drafts.find(claimed)
      const { working } = this.work
      // What is being sent is refused, because it is of the claim that has ended.
      if (turn === this.work.turn && working?.lost === undefined && working?.sending === undefined)
        this.work.open(claimed, choice, this.work.dataset.current)
    } catch (error) {
      if (turn === this.work.turn) this.work.update({ error })
    }
  }
}
