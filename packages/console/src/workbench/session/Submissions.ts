/** Sends the work on the open sample, and says why that failed. */
import { hasStatus } from "../../api/problem.ts"
import { getWholeLabel } from "../editor/EditorState.ts"
import type { JsonObject } from "../editor/json/value.ts"
import { Store } from "../editor/Store.ts"
import type { OpenWork } from "./OpenWork.ts"
import { findOpenLabel } from "./overlap.ts"
import {
  applyStored,
  isReady,
  pickAttributesToSend,
  type SessionSample,
  toSessionSample,
  type Working,
} from "./phases.ts"
import { isReplaced, type Refusal, readLoss } from "./reclaim.ts"
import type { WorkUndo } from "./WorkUndo.ts"
import { type GoldResult, type Remarks, readStored, type WorkAction, type WorkDone } from "./work.ts"

/** The label that is accepted, where several people labeled the sample. */
const pickLetter = ({ work }: Working): Pick<WorkDone, "overlap_label"> => {
  const label = findOpenLabel(work)
  return label === undefined ? {} : { overlap_label: label.letter }
}

export interface ShownGoldResult extends GoldResult {
  readonly sample: SessionSample
}

export class Submissions {
  /** The result of what was sent last, on a gold sample. */
  readonly goldResult = new Store<ShownGoldResult | undefined>(undefined)

  constructor(
    private readonly work: OpenWork,
    private readonly workUndo: WorkUndo,
  ) {}

  /** Sends the work. After it is stored, the next sample is claimed, unless the action keeps this one. */
  async finish(action: WorkAction, remarks: Remarks = {}): Promise<void> {
    const open = this.work.working
    if (open !== undefined && !open.editor.takes.isEmpty && !(await this.isTaken(open))) return
    if (this.work.working === undefined) return
    const { uuid } = this.work.working.work.sample
    this.work.actions.keepComment(uuid, remarks)
    const working = { ...this.work.working, comment: this.work.actions.readComment(uuid) }
    this.work.phase.set(working)
    if (working.conflict !== undefined) return
    if (working.sending === "save" || working.isClaiming) this.work.actions.next = { action, remarks }
    if (!isReady(working)) return
    this.work.actions.last = { action, remarks }
    const { clock, turn } = this.work
    const { stored } = this.work.editor
    const opened = this.work.drafts.get(working.work)
    const { readOnly } = working.editor.state
    this.work.phase.set({ ...working, sending: action, error: undefined, isOtherGone: false })
    // What ends the work on the sample leaves no place for later edits. Those during a save go with the next action.
    if (action !== "save") working.editor.lock()
    try {
      const [dataset] = await Promise.all([this.work.dataset.read(), this.work.drafts.keepOrReport()])
      const sends = action === "submit" || action === "save" || action === "accept"
      // The person sees first what has changed.
      if (turn === this.work.turn && this.work.updateDataset(dataset) && sends) {
        this.work.actions.drop()
        working.editor.update((state) => ({ ...state, readOnly }))
        return this.work.update({ sending: undefined })
      }
      // What is edited from here on is no part of this action.
      const present = getWholeLabel(working.editor.state)
      const edited = pickAttributesToSend(working, action)
      const attributes = edited && (await (stored?.addAddresses(edited) ?? edited))
      const reading = clock?.read(this.work.ports.now()) ?? { time: 0, inactive_time: 0 }
      const { gold, isUndoable, label } = await this.work.ports.finish(working.work.claimId, action, {
        attributes,
        ...reading,
        time_since: "previous",
        ...(working.rating === undefined ? {} : { rating: working.rating }),
        ...(action === "accept" ? pickLetter(working) : {}),
        ...remarks,
      })
      if (action === "save") clock?.takeOff(reading)
      else clock?.end()
      await this.work.drafts.remove(opened)
      this.work.actions.end(action)
      // What is skipped is not done.
      if (action !== "save" && action !== "skip") this.work.sentCount += 1
      if (action !== "save" && turn === this.work.turn)
        this.workUndo.note(working, isUndoable ? action : undefined, attributes)
      if (action !== "save" && turn === this.work.turn)
        this.goldResult.set(gold && { ...gold, sample: toSessionSample(working) })
      this.work.ports.report?.({ kind: "done", action, sample: toSessionSample(working) })
      if (action === "save") {
        this.applySaved(working, label, present)
        const next = this.work.actions.takeNext()
        return next && this.finish(next.action, next.remarks)
      }
      // Somebody has left the page meanwhile.
      if (turn === this.work.turn) await this.work.openNext()
    } catch (error) {
      this.work.actions.next = undefined
      const claim = () => this.work.drafts.keep().then(this.work.ports.claim)
      const isOutdated =
        turn === this.work.turn && hasStatus(error, 412) && (await isReplaced(working.work, claim))
      // Somebody has left the page meanwhile: it claims and shows nothing more, and the draft stays.
      if (turn !== this.work.turn)
        return this.work.ports.report?.({ kind: "failed", error, sample: toSessionSample(working) })
      // Another page has sent the work, and with it its time.
      if (readLoss(error) === "submitted") clock?.end()
      // The person chooses between the label that was stored meanwhile and the draft.
      if (isOutdated) return this.work.openNext()
      await this.handleRefusal(working, error, readOnly)
    }
  }

  /** Waits for the versions that are being taken. False where one could not be: the person sees why before the label is sent without it. */
  private async isTaken({ editor }: Working): Promise<boolean> {
    return (await editor.takes.waitUntilEmpty()) && this.work.working?.editor === editor
  }

  /** Sends what could not be sent, once the person has signed in again. */
  async repeat(): Promise<void> {
    const { last } = this.work.actions
    this.work.update({ error: undefined })
    if (last !== undefined) await this.finish(last.action, last.remarks)
  }

  /** After a refusal: the claim may have ended, for a reason that the server knows. `readOnly`: whether the label was so before. */
  async handleRefusal(working: Working, error: unknown, readOnly: boolean, refusal?: Refusal) {
    const { turn } = this.work
    const lost = hasStatus(error, 403, 404, 409)
      ? await this.work.ports.findLoss(working.work).catch(() => readLoss(error))
      : undefined
    if (turn === this.work.turn) {
      if (lost !== undefined) working.editor.surface?.cancel()
      working.editor.update((state) => ({ ...state, readOnly: lost !== undefined || readOnly }))
      const end = { lost, refusal: lost === "expired" ? refusal : undefined }
      this.work.phase.set({ ...(this.work.working ?? working), sending: undefined, error, ...end })
    }
    this.work.ports.report?.({ kind: "failed", error, sample: toSessionSample(working) })
  }

  /** `attributes` is the label as it was sent. Edits since then get a draft of the new version: the old one was removed. */
  private applySaved(sent: Working, label: JsonObject, attributes: JsonObject): void {
    const { working } = this.work
    // Somebody has left the sample meanwhile.
    if (working?.editor !== sent.editor) return
    const saved = applyStored(sent, working, readStored(label, attributes, working.work.label?.version ?? ""))
    this.work.phase.set(saved)
    if (getWholeLabel(working.editor.state) === attributes && saved.rating === undefined)
      this.work.drafts.schedule()
    else void this.work.drafts.keepOrReport()
  }
}
