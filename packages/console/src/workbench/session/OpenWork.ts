/** The open sample of a queue session: its claim, its draft, its editor, and the activity on it. */
import { defaultLeaseSeconds } from "@annotary/core/check"
import { getWholeLabel } from "../editor/EditorState.ts"
import type { JsonObject } from "../editor/json/value.ts"
import { Store } from "../editor/Store.ts"
import { ActivityClock } from "./ActivityClock.ts"
import { ClaimRenewal } from "./ClaimRenewal.ts"
import { DatasetWatch } from "./DatasetWatch.ts"
import type { Draft } from "./drafts/Draft.ts"
import { DraftKeeper } from "./drafts/DraftKeeper.ts"
import { readDraft } from "./drafts/draftLabel.ts"
import type { FoundDraft } from "./drafts/OpenDrafts.ts"
import { readWorking, type WorkingLabel } from "./openWorking.ts"
import { openLabel } from "./overlap.ts"
import { PendingActions } from "./PendingActions.ts"
import type { SessionPorts, SessionSetting } from "./phases.ts"
import { isReady, type Phase, type Working } from "./phases.ts"
import { type DraftParts, WorkEditor } from "./WorkEditor.ts"
import type { Work } from "./work.ts"

/** Called when the claim on the open sample has ended. */
type OnLost = (working: Working, error: unknown) => void

export class OpenWork {
  readonly phase = new Store<Phase>({ kind: "loading" })
  /** The number of samples that were submitted, accepted or rejected in this session. */
  sentCount = 0
  /** Counts what was begun, so that a late answer of something else is ignored. */
  turn = 0
  clock: ActivityClock | undefined
  readonly actions = new PendingActions()
  readonly drafts: DraftKeeper
  readonly editor: WorkEditor
  readonly dataset: DatasetWatch
  readonly renewal: ClaimRenewal
  /** The last activity on the open sample, in milliseconds since 1970. */
  private activeAt = 0

  constructor(
    private readonly setting: SessionSetting,
    readonly ports: SessionPorts,
    onLost: OnLost,
  ) {
    this.dataset = new DatasetWatch(setting.dataset, ports.readDataset)
    this.drafts = new DraftKeeper(setting.user, ports, {
      present: () => this.working,
      change: (working) => this.phase.set(working),
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
        if (working !== undefined) onLost(working, error)
      },
      isIdle: () => ports.now() - this.activeAt > Math.max(this.dataset.pause, defaultLeaseSeconds * 1000),
      onIdle: () => {
        void this.drafts.keepOrReport()
        this.update({ idle: true })
      },
    })
  }

  get working(): Working | undefined {
    const { state } = this.phase
    return state.kind === "working" ? state : undefined
  }

  /** Claims the next sample, and opens it. */
  async openNext(): Promise<void> {
    this.leave()
    const turn = this.turn
    this.phase.set({ kind: "loading" })
    try {
      await this.editor.load()
      const [work, dataset] = await Promise.all([this.ports.claim(), this.dataset.read()])
      const choice = work === undefined ? undefined : await this.drafts.find(work)
      if (turn !== this.turn) return
      if (work === undefined || choice === undefined) {
        this.phase.set({ kind: "empty" })
        return this.ports.report?.({ kind: "empty", sent: this.sentCount })
      }
      this.open(work, choice, dataset)
    } catch (error) {
      if (turn !== this.turn) return
      this.phase.set({ kind: "failed", error })
      this.ports.report?.({ kind: "failed", error, sample: undefined })
    }
  }

  /** Opens a sample that the person has just claimed, instead of the one that is open. */
  async openClaimed(work: Work): Promise<void> {
    this.leave()
    const turn = this.turn
    this.phase.set({ kind: "loading" })
    try {
      await this.editor.load()
      const [choice, dataset] = await Promise.all([this.drafts.find(work), this.dataset.read()])
      if (turn === this.turn) this.open(work, choice, dataset)
    } catch (error) {
      if (turn === this.turn) this.phase.set({ kind: "failed", error })
    }
  }

  /** Stops all timers. The claim stays: who comes back gets the same sample. */
  leave(): void {
    this.turn += 1
    this.actions.next = undefined
    this.drafts.stop()
    this.renewal.stop()
    this.editor.close()
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
  async openOther(other: Draft): Promise<void> {
    const { turn, working } = this
    if (working === undefined || !isReady(working)) return
    const { editor, work } = working
    const release = this.lock()
    const label = getWholeLabel(editor.state)
    this.update({ isOtherGone: false, error: undefined })
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
    release()
    this.update(failed)
  }

  /** Keeps the open sample from being edited, rated or sent until the page has another one. Returns what ends that. */
  lock(): () => void {
    const { working } = this
    if (working === undefined) return () => {}
    const { editor } = working
    const { readOnly } = editor.state
    editor.lock()
    this.update({ isSwitching: true })
    return () => {
      const present = this.working
      if (present?.editor !== editor) return
      if (present.lost === undefined) editor.update((state) => ({ ...state, readOnly }))
      this.update({ isSwitching: false })
    }
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

  /** Opens a claim with the draft that was found for it. */
  open(work: Work, found: FoundDraft, dataset: JsonObject): void {
    this.measure(work)
    this.show(work, found, dataset)
    this.renewal.start(work.claimId)
  }

  private show(work: Work, found: FoundDraft, dataset: JsonObject): void {
    const { draft: foundDraft } = found
    const opened = openLabel(work, foundDraft?.etag)
    const { draft, label, working } = readWorking(opened, foundDraft, { ...this.setting, dataset })
    this.drafts.begin(work, found)
    const changes = this.dataset.replace(dataset, label)
    const comment = this.actions.readComment(work.sample.uuid)
    // Of several labels, objects are hidden about which all of them agree, until somebody wants that again.
    const view = foundDraft?.view && (work.overlap ? { ...foundDraft.view, hidden: [] } : foundDraft.view)
    this.start({ ...working, changes, comment }, label, draft, view)
  }

  /** Opens an editor of a label. `draft`: what a draft has beside the text of its label. */
  start(working: WorkingLabel, label: JsonObject, draft: DraftParts | undefined, view?: Draft["view"]): void {
    // They were meant for the label that was on the screen.
    this.actions.drop()
    this.phase.set(this.editor.open(working, label, draft, view))
  }

  /** Continues under the dataset as it is now. Whether the person must see what has changed. */
  updateDataset(dataset: JsonObject): boolean {
    const { working } = this
    if (working === undefined) return false
    const changes = this.dataset.update(dataset, working)
    this.update({ dataset, ...(changes === undefined ? {} : { changes }) })
    return changes !== undefined && changes.length > 0
  }

  /** Measures the work on a claim from now on. */
  measure(work: Work): void {
    const now = this.ports.now()
    const place = { ...this.setting, sample: work.sample.uuid, claim: work.claimId }
    this.clock = new ActivityClock(this.ports.workTimes, { ...place, pause: this.dataset.pause }, now)
    this.activeAt = now
  }

  /** Changes what is known of the present work. */
  update(known: Partial<Working>): void {
    if (this.working !== undefined) this.phase.set({ ...this.working, ...known })
  }
}
