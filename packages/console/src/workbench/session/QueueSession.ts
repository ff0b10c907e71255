/** A queue session: claims a sample, keeps its claim and draft, sends the work, and claims the next. */
import { hasStatus } from "../../api/problem.ts"
import { getWholeLabel } from "../editor/EditorState.ts"
import type { JsonObject } from "../editor/json/value.ts"
import { Observed } from "../editor/Store.ts"
import { ActivityClock } from "./ActivityClock.ts"
import { ClaimRenewal } from "./ClaimRenewal.ts"
import { DatasetWatch } from "./DatasetWatch.ts"
import type { Draft } from "./drafts/Draft.ts"
import { DraftKeeper } from "./drafts/DraftKeeper.ts"
import { readDraft } from "./drafts/draftLabel.ts"
import type { FoundDraft } from "./drafts/OpenDrafts.ts"
import { readWorking, type WorkingLabel } from "./openWorking.ts"
import { PendingActions } from "./PendingActions.ts"
import type { SessionPorts, SessionSetting } from "./phases.ts"
import {
  applyStored,
  isReady,
  isSameWork,
  type Phase,
  pickAttributesToSend,
  printLabel,
  toSessionSample,
  type Working,
} from "./phases.ts"
import { isReplaced, type Refusal, readLoss } from "./reclaim.ts"
import { WorkEditor } from "./WorkEditor.ts"
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
  private readonly actions = new PendingActions()
  private readonly editor: WorkEditor
  private readonly dataset: DatasetWatch

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
    this.editor = new WorkEditor(setting.family, ports, (differs) => {
      this.noteActivity()
      if (differs) this.drafts.schedule()
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
        void this.drafts.keepOrReport()
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
      await this.editor.load()
      const [work, dataset] = await Promise.all([this.ports.claim(), this.dataset.read()])
      const choice = work === undefined ? undefined : await this.drafts.find(work)
      if (turn !== this.turn) return
      if (work === undefined || choice === undefined) {
        this.set({ kind: "empty" })
        return this.ports.report?.({ kind: "empty", sent: this.sentCount })
      }
      this.open(work, choice, dataset)
    } catch (error) {
      if (turn !== this.turn) return
      this.set({ kind: "failed", error })
      this.ports.report?.({ kind: "failed", error, sample: undefined })
    }
  }

  /** Sends the work. After it is stored, the next sample is claimed, unless the action keeps this one. */
  async finish(action: WorkAction, remarks: Remarks = {}): Promise<void> {
    if (this.working === undefined) return
    const { uuid } = this.working.work.sample
    this.actions.keepComment(uuid, remarks)
    const working = { ...this.working, comment: this.actions.readComment(uuid) }
    this.set(working)
    if (working.conflict !== undefined) return
    if (working.sending === "save" || working.isClaiming) this.actions.next = { action, remarks }
    if (!isReady(working)) return
    this.actions.last = { action, remarks }
    const { clock, turn } = this
    const { stored } = this.editor
    const opened = this.drafts.get(working.work)
    const { readOnly } = working.editor.state
    this.set({ ...working, sending: action, error: undefined, isOtherGone: false })
    // What ends the work on the sample leaves no place for later edits. Those during a save go with the next action.
    if (action !== "save") working.editor.lock()
    try {
      const [dataset] = await Promise.all([this.dataset.read(), this.drafts.keepOrReport()])
      const sends = action === "submit" || action === "save" || action === "accept"
      // The person sees first what has changed.
      if (turn === this.turn && this.updateDataset(dataset) && sends) {
        this.actions.drop()
        working.editor.update((state) => ({ ...state, readOnly }))
        return this.update({ sending: undefined })
      }
      // What is edited from here on is no part of this action.
      const present = getWholeLabel(working.editor.state)
      const edited = pickAttributesToSend(working, action)
      const attributes = edited && (await (stored?.addAddresses(edited) ?? edited))
      const reading = clock?.read(this.ports.now()) ?? { time: 0, inactive_time: 0 }
      const label = await this.ports.finish(working.work.claimId, action, {
        attributes,
        ...reading,
        time_since: "previous",
        ...(working.rating === undefined ? {} : { rating: working.rating }),
        ...remarks,
      })
      if (action === "save") clock?.takeOff(reading)
      else clock?.end()
      await this.drafts.remove(opened)
      this.actions.end(action)
      if (action !== "save") this.sentCount += 1
      this.ports.report?.({ kind: "done", action, sample: toSessionSample(working) })
      if (action === "save") {
        this.applySaved(working, label, present)
        const next = this.actions.takeNext()
        return next && this.finish(next.action, next.remarks)
      }
      // Somebody has left the page meanwhile.
      if (turn === this.turn) await this.openNext()
    } catch (error) {
      this.actions.next = undefined
      const claim = () => this.keepDraft().then(this.ports.claim)
      const isOutdated =
        turn === this.turn && hasStatus(error, 412) && (await isReplaced(working.work, claim))
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

  /** Sends what could not be sent, once the person has signed in again. */
  async repeat(): Promise<void> {
    const { last } = this.actions
    this.update({ error: undefined })
    if (last !== undefined) await this.finish(last.action, last.remarks)
  }

  /** Rates the label; null takes the rating away. It is sent with the next action. */
  readonly rate = (rating: number | null): void => {
    const { working } = this
    if (working?.isSwitching) return
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

  /** Continues with the draft of another tab. The work on this page stays as a draft beside it, and nobody changes it meanwhile. */
  async continueOther(other: Draft): Promise<void> {
    const { turn, working } = this
    if (working === undefined || !isReady(working)) return
    const { editor, work } = working
    const { readOnly } = editor.state
    editor.lock()
    const label = getWholeLabel(editor.state)
    this.update({ isSwitching: true, isOtherGone: false, error: undefined })
    const [choice, failed] = await this.drafts.findOther(work, other).then(
      (draft) => [draft, { isOtherGone: draft === undefined }] as const,
      (error: unknown) => [undefined, { error }] as const,
    )
    const present = this.working
    if (turn !== this.turn || present?.editor !== editor) return
    const isUnchanged = present.lost === undefined && getWholeLabel(editor.state) === label
    // The claim stays, and lasts as long as before.
    if (choice !== undefined && isUnchanged)
      return this.show({ ...present.work, expiresAt: present.expiresAt }, choice, this.dataset.current)
    if (present.lost === undefined) editor.update((state) => ({ ...state, readOnly }))
    this.update({ ...failed, isSwitching: false })
  }

  /** Stops all timers. The claim stays: who comes back gets the same sample. */
  leave(): void {
    this.turn += 1
    this.actions.next = undefined
    this.drafts.stop()
    this.renewal.stop()
    this.editor.close()
  }

  /** Stores the draft now, as when the page is hidden. */
  keepDraft(): Promise<void> {
    return this.drafts.keep()
  }

  /** The text of the current work, to be downloaded. */
  getText(): string | undefined {
    return this.working && printLabel(this.working)
  }

  /** Claims the sample again whose claim has ended, or says why nobody can. */
  async claimAgain(): Promise<void> {
    const { turn, working } = this
    if (working?.lost === undefined || working.sending !== undefined || working.isClaiming) return
    this.update({ isClaiming: true, claimError: undefined })
    try {
      // The label that is opened has the edits from there.
      await this.keepDraft()
      const [claimed, dataset] = await Promise.all([this.ports.claimAgain(working.work), this.dataset.read()])
      if (typeof claimed === "string") {
        if (turn === this.turn) this.update({ refusal: claimed, error: undefined, isClaiming: false })
        return
      }
      const choice = await this.drafts.find(claimed)
      // A claim that comes after the person has left stays, as every claim of a page that is left does.
      if (turn !== this.turn || this.working?.lost === undefined) return
      const { next } = this.actions
      this.open(claimed, choice, dataset)
      // The person sees first what has changed.
      const { changes, conflict } = this.working
      const isSeen = conflict === undefined && changes.length === 0 && isSameWork(this.working, working)
      if (next !== undefined && isSeen) await this.finish(next.action, next.remarks)
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
    if (claimed.label?.version !== this.working.work.label?.version) return this.openNewer(claimed)
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
      const choice = await this.drafts.find(claimed)
      const { working } = this
      // What is being sent is refused, because it is of the claim that has ended.
      if (turn === this.turn && working?.lost === undefined && working?.sending === undefined)
        this.open(claimed, choice, this.dataset.current)
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

  /** Opens a claim with the draft that was found for it. */
  private open(work: Work, found: FoundDraft, dataset: JsonObject): void {
    this.measure(work)
    this.show(work, found, dataset)
    this.renewal.start(work.claimId)
  }

  private show(work: Work, found: FoundDraft, dataset: JsonObject): void {
    const { draft, label, working } = readWorking(work, found.draft, { ...this.setting, dataset })
    this.drafts.begin(work, found)
    const changes = this.dataset.replace(dataset, label)
    const comment = this.actions.readComment(work.sample.uuid)
    this.start({ ...working, changes, comment }, label, draft, found.draft?.view)
  }

  private start(
    working: WorkingLabel,
    label: JsonObject,
    draft: Draft | undefined,
    view?: Draft["view"],
  ): void {
    // They were meant for the label that was on the screen.
    this.actions.drop()
    this.set(this.editor.open(working, label, draft, view))
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
    else void this.drafts.keepOrReport()
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
