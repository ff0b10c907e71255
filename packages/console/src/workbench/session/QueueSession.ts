/** A queue session: claims a sample, keeps its claim and draft, sends the work, and claims the next. */

import { hasStatus } from "../../api/problem.ts"
import { Observed } from "../editor/Store.ts"
import { type Draft, listBitmaps } from "../model/drafts/Draft.ts"
import { getWholeLabel } from "../model/editor/EditorState.ts"
import { readTools, type ViewState, watchEdits } from "../model/editor/viewState.ts"
import { print } from "../model/json/parse.ts"
import type { JsonObject } from "../model/json/value.ts"
import { ActivityClock } from "./ActivityClock.ts"
import { nameBitmaps, StoredBitmaps } from "./bitmaps.ts"
import { ClaimRenewal } from "./ClaimRenewal.ts"
import { DatasetWatch } from "./DatasetWatch.ts"
import { DraftKeeper } from "./DraftKeeper.ts"
import { readDraft } from "./draftLabel.ts"
import type { OpenPoints } from "./openEditor.ts"
import { openWorkingEditor, readWorking, type WorkingLabel } from "./openWorking.ts"
import { PendingActions } from "./PendingActions.ts"
import type { SessionPorts, SessionSetting } from "./phases.ts"
import { applyStored, type Phase, pickAttributesToSend, toSessionSample, type Working } from "./phases.ts"
import { type Refusal, readLoss } from "./reclaim.ts"
import { lease, type Remarks, readStored, type Work, type WorkAction } from "./work.ts"

export class QueueSession extends Observed<Phase> {
  private sentCount = 0
  /** Counts what was begun, so that a late answer of something else is ignored. */
  private turn = 0
  private clock: ActivityClock | undefined
  /** The last activity on the open sample, in milliseconds since 1970. */
  private activeAt = 0
  private readonly drafts: DraftKeeper
  private readonly renewal: ClaimRenewal
  private stopEditor: () => void = () => {}
  private readonly actions = new PendingActions()
  private openPoints: OpenPoints | undefined
  /** The bitmaps of the open label that were stored. */
  private stored: StoredBitmaps | undefined
  private readonly dataset: DatasetWatch
  /** The tools of the sample before. */
  private tools: ViewState | undefined

  constructor(
    private readonly setting: SessionSetting,
    private readonly ports: SessionPorts,
  ) {
    super({ kind: "loading" })
    this.dataset = new DatasetWatch(setting.dataset, ports.readDataset)
    this.drafts = new DraftKeeper(setting.user, ports, {
      present: () => this.working,
      change: (working) => this.set(working),
    })
    this.renewal = new ClaimRenewal({
      renew: ports.renew,
      onRenewed: (expiresAt) => this.update({ expiresAt, idle: false }),
      onSignedOut: (error) => this.update({ error }),
      onLost: (error) => {
        const { working } = this
        if (working === undefined) return
        if (working.idle) void this.resumeAfterPause(working, error)
        else void this.handleRefusal(working, error, working.editor.state.readOnly)
      },
      isIdle: () => ports.now() - this.activeAt > Math.max(this.dataset.pause, lease * 1000),
      onIdle: () => {
        this.drafts.keepOrReport()
        this.update({ idle: true })
      },
    })
  }

  /** The number of samples that were sent in this session. */
  get sent(): number {
    return this.sentCount
  }

  /** Claims the next sample, and opens it. */
  async openNext(): Promise<void> {
    this.leave()
    const turn = this.turn
    this.set({ kind: "loading" })
    try {
      if (this.setting.family.points) this.openPoints ??= await this.ports.loadPoints()
      const [work, dataset] = await Promise.all([this.ports.claim(), this.dataset.read()])
      const draft = work === undefined ? undefined : await this.drafts.find(work)
      if (turn !== this.turn) return
      if (work === undefined) {
        this.set({ kind: "empty" })
        return this.ports.report?.({ kind: "empty", sent: this.sentCount })
      }
      this.open(work, draft, dataset)
    } catch (error) {
      if (turn !== this.turn) return
      this.set({ kind: "failed", error })
      this.ports.report?.({ kind: "failed", error, sample: undefined })
    }
  }

  /** Sends the work. After it is stored, the next sample is claimed, unless the action keeps this one. */
  async finish(action: WorkAction, remarks: Remarks = {}): Promise<void> {
    const comment = this.actions.noteComment(this.working?.work.sample.uuid, remarks)
    this.update({ comment })
    const { working } = this
    if (working === undefined || working.conflict !== undefined) return
    if (working.sending === "save" || working.isClaiming) this.actions.next = { action, remarks }
    if (working.lost !== undefined || working.sending !== undefined) return
    this.actions.last = { action, remarks }
    const rating = working.rating === undefined ? {} : { rating: working.rating }
    const { clock, turn } = this
    const { readOnly } = working.editor.state
    this.set({ ...working, sending: action, error: undefined })
    // What ends the work on the sample leaves no place for later edits. Those during a save go with the next action.
    if (action !== "save") working.editor.lock()
    try {
      const [dataset] = await Promise.all([this.dataset.read(), this.keepDraft()])
      const sends = action === "submit" || action === "save" || action === "accept"
      // The person sees first what has changed.
      if (turn === this.turn && this.updateDataset(dataset) && sends) return this.unlock(working, readOnly)
      // What is edited from here on is no part of this action.
      const present = getWholeLabel(working.editor.state)
      const edited = pickAttributesToSend(working, action)
      const attributes = edited && (await (this.stored?.addAddresses(edited) ?? edited))
      const reading = clock?.read(this.ports.now()) ?? { time: 0, inactive_time: 0 }
      const label = await this.ports.finish(working.work.claimId, action, {
        attributes,
        ...reading,
        time_since: "previous",
        ...rating,
        ...remarks,
      })
      if (action === "save") clock?.takeOff(reading)
      else clock?.end()
      await this.drafts.remove(working.work)
      this.actions.end(action)
      if (action !== "save") this.sentCount += 1
      this.ports.report?.({ kind: "done", action, sample: toSessionSample(working) })
      if (action === "save") {
        this.applySaved(working, label, present)
        return this.runNext()
      }
      // Somebody has left the page meanwhile.
      if (turn === this.turn) await this.openNext()
    } catch (error) {
      this.actions.next = undefined
      const isOutdated = turn === this.turn && hasStatus(error, 412) && (await this.isOutdated(working))
      // Somebody has left the page meanwhile: it claims and shows nothing more, and the draft stays.
      if (turn !== this.turn)
        return this.ports.report?.({ kind: "failed", error, sample: toSessionSample(working) })
      // Another page has sent the work, and with it its time.
      if (readLoss(error) === "submitted") clock?.end()
      // The person chooses between the label that was stored meanwhile and the draft.
      if (isOutdated) return this.openNext()
      await this.handleRefusal(working, error, readOnly)
    }
  }

  private async runNext(): Promise<void> {
    const next = this.actions.takeNext()
    if (next !== undefined) await this.finish(next.action, next.remarks)
  }

  /** Sends what could not be sent, once the person has signed in again. */
  async repeat(): Promise<void> {
    const { last } = this.actions
    this.update({ error: undefined })
    if (last !== undefined) await this.finish(last.action, last.remarks)
  }

  /** Rates the label; null takes the rating away. It is sent with the next action. */
  readonly rate = (rating: number | null): void => {
    const { working } = this
    // A save leaves the label to its person, and every other action ends the work.
    if (working?.sending !== undefined && working.sending !== "save") return
    const stored = working?.work.label?.rating ?? null
    this.update({ rating: rating === stored ? undefined : rating })
    this.drafts.schedule()
  }

  /** Notes that the person does something, such as press a key. */
  noteActivity(): void {
    if (this.working === undefined || this.working.lost !== undefined) return
    this.clock?.beat(this.ports.now())
    this.activeAt = this.ports.now()
    this.renewal.resume()
  }

  /** Continues with the draft of an older version, or with the label as it is now. */
  resolve(choice: "mine" | "theirs"): void {
    const working = this.working
    if (working?.conflict === undefined) return
    const draft = choice === "mine" ? working.conflict : undefined
    const label = draft === undefined ? undefined : readDraft(draft)
    if (label === undefined) this.drafts.leave(working.work, working.conflict)
    this.start(
      {
        ...working,
        conflict: undefined,
        draft: label === undefined ? "none" : "restored",
        rating: draft?.rating,
      },
      label ?? getWholeLabel(working.editor.state),
      label === undefined ? undefined : draft,
      working.conflict.view,
    )
  }

  /** Continues with the draft of another tab. The work on this page stays as a draft beside it. */
  async continueOther(other: Draft): Promise<void> {
    const { turn, working } = this
    if (working === undefined || working.lost !== undefined || working.sending !== undefined) return
    try {
      const draft = await this.drafts.take(working.work, other)
      if (turn !== this.turn || draft === undefined || this.working?.editor !== working.editor) return
      this.open(this.working.work, draft, this.dataset.current)
    } catch (error) {
      if (turn === this.turn) this.update({ error })
    }
  }

  /** Stops all timers. The claim stays: who comes back gets the same sample. */
  leave(): void {
    this.turn += 1
    this.actions.next = undefined
    this.drafts.stop()
    this.renewal.stop()
    this.stopEditor()
    this.stopEditor = () => {}
    this.working?.masks?.close()
    this.working?.points?.close()
  }

  /** Stores the draft now, as when the page is hidden. */
  keepDraft(): Promise<void> {
    return this.drafts.keep()
  }

  /** The text of the current work, to be downloaded. */
  getText(): string | undefined {
    const working = this.working
    if (working === undefined) return undefined
    const label = getWholeLabel(working.editor.state)
    return print(working.points?.fillLabel(label) ?? label)
  }

  /** Claims the sample again whose claim has ended, or says why nobody can. */
  async claimAgain(): Promise<void> {
    const { turn, working } = this
    if (working?.lost === undefined || working.sending !== undefined || working.isClaiming) return
    this.update({ isClaiming: true, claimError: undefined })
    try {
      const [claimed, dataset] = await Promise.all([this.ports.claimAgain(working.work), this.dataset.read()])
      const draft = typeof claimed === "string" ? undefined : await this.drafts.find(claimed)
      // A claim that comes after the person has left stays, as every claim of a page that is left does.
      if (turn !== this.turn || this.working?.lost === undefined) return
      if (typeof claimed === "string") this.update({ refusal: claimed, error: undefined, isClaiming: false })
      else this.open(claimed, draft, dataset)
      // The person sees first what has changed.
      const { changes, conflict, lost } = this.working
      if (lost === undefined && conflict === undefined && changes.length === 0) await this.runNext()
    } catch (error) {
      if (turn === this.turn) this.update({ claimError: error, isClaiming: false })
    } finally {
      if (turn === this.turn) this.actions.next = undefined
    }
  }

  /** After a pause in which the claim has ended: the same sample again, if it is still free and has the same label. */
  private async resumeAfterPause(working: Working, error: unknown): Promise<void> {
    const { turn } = this
    const claimed = await this.ports.claimAgain(working.work).catch(() => undefined)
    if (turn !== this.turn || this.working === undefined) return
    if (claimed === undefined || typeof claimed === "string")
      return this.handleRefusal(this.working, error, working.editor.state.readOnly, claimed)
    // A submission was refused meanwhile, and the person decides whether to claim the sample again.
    if (this.working.lost !== undefined) return
    if (claimed.label?.version !== working.work.label?.version) return this.openNewer(claimed)
    this.measure(claimed)
    this.update({
      work: { ...this.working.work, claimId: claimed.claimId },
      expiresAt: claimed.expiresAt,
      idle: false,
    })
    this.renewal.start(claimed.claimId)
  }

  /** Opens a newer version of the label on the screen, whose edits go into the draft before. */
  private async openNewer(claimed: Work): Promise<void> {
    const { turn } = this
    try {
      await this.keepDraft()
      const draft = await this.drafts.find(claimed)
      if (turn === this.turn && this.working?.lost === undefined)
        this.open(claimed, draft, this.dataset.current)
    } catch (error) {
      if (turn === this.turn) this.update({ error })
    }
  }

  /** Continues under the dataset as it is now. Whether the person must see what has changed. */
  private updateDataset(dataset: JsonObject): boolean {
    const { working } = this
    if (working === undefined) return false
    const changes = this.dataset.update(dataset, working)
    this.update({ dataset, ...(changes === undefined ? {} : { changes }) })
    return changes !== undefined && changes.length > 0
  }

  private unlock({ editor }: Working, readOnly: boolean): void {
    this.actions.drop()
    editor.update((state) => ({ ...state, readOnly }))
    this.update({ sending: undefined })
  }

  /** Measures the work on a claim from now on. */
  private measure(work: Work): void {
    const now = this.ports.now()
    const place = { ...this.setting, sample: work.sample.uuid, claim: work.claimId }
    this.clock = new ActivityClock(this.ports.workTimes, { ...place, pause: this.dataset.pause }, now)
    this.activeAt = now
  }

  private get working(): Working | undefined {
    return this.state.kind === "working" ? this.state : undefined
  }

  private open(work: Work, found: Draft | undefined, dataset: JsonObject): void {
    const opened = readWorking(work, found, { ...this.setting, dataset })
    const { draft, label, working } = opened
    this.measure(work)
    const changes = this.dataset.replace(dataset, label)
    this.start(
      { ...working, changes, comment: this.actions.readComment(work.sample.uuid) },
      label,
      draft,
      found?.view,
    )
    this.renewal.start(work.claimId)
  }

  /** `draft`: the one that the label is of, with what lies outside of its text. */
  private start(working: WorkingLabel, label: JsonObject, draft: Draft | undefined, view = this.tools): void {
    this.stopEditor()
    this.working?.masks?.close()
    this.working?.points?.close()
    const editor = openWorkingEditor(working, label, view)
    const initial = editor.state
    this.stopEditor = watchEdits(editor, (differs) => {
      this.noteActivity()
      this.tools = readTools(editor.state)
      if (differs) this.drafts.schedule()
    })
    const drafts = draft === undefined ? [] : listBitmaps(draft)
    const masks = this.setting.family.bitmap ? this.ports.openMasks(editor, { label, drafts }) : undefined
    this.stored = masks && new StoredBitmaps(masks, nameBitmaps(this.ports.storeBitmap, working.work))
    const points = this.openPoints?.(editor, draft?.points)
    this.set({ ...working, editor, initial, masks, points })
  }

  /** `attributes` is the label as it was sent. Edits since then get a draft of the new version: the old one was removed. */
  private applySaved(sent: Working, label: JsonObject, attributes: JsonObject): void {
    const { working } = this
    // Somebody has left the sample meanwhile.
    if (working?.editor !== sent.editor) return
    const saved = applyStored(sent, working, readStored(label, attributes, working.work.label?.version ?? ""))
    this.set(saved)
    if (getWholeLabel(working.editor.state) === attributes && saved.rating === undefined)
      this.drafts.schedule()
    else this.drafts.keepOrReport()
  }

  /** Whether the server has another label of this sample, or another sample. What was edited is in the draft before. */
  private async isOutdated({ work }: Working): Promise<boolean> {
    try {
      await this.keepDraft()
      const claimed = await this.ports.claim()
      return claimed?.sample.uuid !== work.sample.uuid || claimed.label?.version !== work.label?.version
    } catch {
      // The work stays on the screen, with the refusal that led here.
      return false
    }
  }

  /** After a refusal: the claim may have ended, for a reason that the server knows. `readOnly`: whether the label was so before. */
  private async handleRefusal(working: Working, error: unknown, readOnly: boolean, refusal?: Refusal) {
    const { turn } = this
    const lost = hasStatus(error, 403, 404, 409)
      ? await this.ports.findLoss(working.work).catch(() => readLoss(error))
      : undefined
    if (turn === this.turn) {
      if (lost !== undefined) working.editor.surface?.cancel()
      working.editor.update((state) => ({ ...state, readOnly: lost !== undefined || readOnly }))
      const end = { lost, refusal: lost === "expired" ? refusal : undefined }
      this.set({ ...(this.working ?? working), sending: undefined, error, ...end })
    }
    this.ports.report?.({ kind: "failed", error, sample: toSessionSample(working) })
  }

  /** Changes what is known of the present work. */
  private update(known: Partial<Working>): void {
    if (this.working !== undefined) this.set({ ...this.working, ...known })
  }
}
