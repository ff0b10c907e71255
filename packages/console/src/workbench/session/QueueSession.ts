/** A queue session: claims a sample, keeps its claim and draft, sends the work, and claims the next. */
import { ClaimingAgain } from "./ClaimingAgain.ts"
import type { Draft } from "./drafts/Draft.ts"
import { LabelChoice } from "./LabelChoice.ts"
import { OpenWork } from "./OpenWork.ts"
import { type Phase, printLabel, type SessionPorts, type SessionSetting } from "./phases.ts"
import { Submissions } from "./Submissions.ts"
import { WorkUndo } from "./WorkUndo.ts"
import type { Remarks, WorkAction } from "./work.ts"

export class QueueSession {
  private readonly work: OpenWork
  private readonly submissions: Submissions
  private readonly claiming: ClaimingAgain
  private readonly labelChoice: LabelChoice
  readonly workUndo: WorkUndo
  readonly subscribe: (listener: () => void) => () => void

  constructor(setting: SessionSetting, ports: SessionPorts) {
    this.work = new OpenWork(setting, ports, (working, error) => {
      if (working.idle) void this.claiming.resumeAfterPause(working, error)
      else void this.submissions.handleRefusal(working, error, working.editor.state.readOnly)
    })
    this.workUndo = new WorkUndo(this.work, setting.user)
    this.submissions = new Submissions(this.work, this.workUndo)
    this.claiming = new ClaimingAgain(this.work, this.submissions)
    this.labelChoice = new LabelChoice(setting.family, this.work)
    this.subscribe = this.work.phase.subscribe
  }

  get state(): Phase {
    return this.work.phase.state
  }

  /** The result of what was sent last, on a gold sample. */
  get goldResult(): Submissions["goldResult"] {
    return this.submissions.goldResult
  }

  /** The number of samples that were sent in this session. */
  get sent(): number {
    return this.work.sentCount
  }

  /** Claims the next sample, and opens it. */
  openNext(): Promise<void> {
    return this.work.openNext()
  }

  /** Sends the work. After it is stored, the next sample is claimed, unless the action keeps this one. */
  finish(action: WorkAction, remarks?: Remarks): Promise<void> {
    return this.submissions.finish(action, remarks)
  }

  /** Sends what could not be sent, once the person has signed in again. */
  repeat(): Promise<void> {
    return this.submissions.repeat()
  }

  /** Claims the sample again whose claim has ended, or says why nobody can. */
  claimAgain(): Promise<void> {
    return this.claiming.claimAgain()
  }

  /** Rates the label; null takes the rating away. It is sent with the next action. */
  readonly rate = (rating: number | null): void => this.work.rate(rating)

  /** Shows the label with a letter, where several people labeled the sample. The edits of the one before come back with it. */
  readonly chooseLabel = (letter: string): void => void this.labelChoice.choose(letter)

  /** Notes that the person does something, such as press a key. */
  noteActivity(): void {
    this.work.noteActivity()
  }

  /** Continues with the draft of an older version, or with the label as it is now. */
  resolve(choice: "mine" | "theirs"): void {
    this.work.resolve(choice)
  }

  /** Continues with the draft of another tab. The work on this page stays as a draft beside it, and nobody changes it meanwhile. */
  continueOther(other: Draft): Promise<void> {
    return this.work.openOther(other)
  }

  /** Stops all timers. The claim stays: who comes back gets the same sample. */
  leave(): void {
    this.workUndo.forget()
    this.work.leave()
  }

  /** Stores the draft now, as when the page is hidden. */
  keepDraft(): Promise<void> {
    return this.work.drafts.keep()
  }

  /** The text of the current work, to be downloaded. */
  getText(): string | undefined {
    const { working } = this.work
    return working && printLabel(working)
  }
}
