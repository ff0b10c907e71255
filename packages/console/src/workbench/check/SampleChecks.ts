/**
 * The checks of the label of a sample: in a worker while somebody edits it, and by the server when the sample is opened and on
 * request. Both have the same rules. Where no worker starts, where the label exceeds a limit, where dismissals cannot be read, and once
 * the server has checked by another configuration than that of the page, the server checks after edits too.
 */
import type { StoredDismissal, TaskType } from "@annotary/core/check"
import type { Api } from "../../api/client.ts"
import { print } from "../editor/json/parse.ts"
import { isObject, type JsonObject, toNumber } from "../editor/json/value.ts"
import { makeServerCheck, pickAttributesToCheck, readDismissals, type ServerCheck } from "../session/check.ts"
import { CheckWorker } from "./CheckWorker.ts"
import type { Finding } from "./Finding.ts"
import type { Check, Checks } from "./LiveCheck.ts"
import type { LabelToCheck } from "./messages.ts"

/** Checks the label beside the page. */
type LocalChecker = Pick<CheckWorker, "check" | "close">

/** The time between an edit and the check of the label, in milliseconds: beside the page, and by the server. */
export const delays = { local: 250, server: 800 } as const

interface Surroundings {
  readonly local: LocalChecker
  readonly server: ServerCheck
  readonly dismissals: () => Promise<ReadonlyArray<StoredDismissal>>
}

export class SampleChecks implements Checks {
  private isLocal = true
  /** Whether the server has checked once: the page may know an older configuration of the dataset. */
  private isConfirmed = false
  private dismissals: ReadonlyArray<StoredDismissal> = []
  /** Whether the dismissals are those of the server. */
  private areKnown: boolean
  /** Counts what makes the dismissals outdated, also those that are just read. */
  private changes = 0
  /** Counts how often the checks beside the page were ended. */
  private ends = 0

  constructor(
    private readonly dataset: JsonObject,
    /** Whether the server has a label: only its warnings can be dismissed. */
    private isStored: boolean,
    private readonly by: Surroundings,
  ) {
    this.areKnown = !isStored
  }

  get delay(): number {
    return this.isLocal ? delays.local : delays.server
  }

  readonly live: Check = async (label) =>
    (this.isConfirmed ? undefined : await this.checkFirst(label)) ??
    (this.isLocal ? await this.checkLocally(label) : undefined) ??
    this.checkByServer(label)

  readonly server: Check = async (label) => {
    const findings = await this.checkByServer(label)
    // Others may have dismissed warnings meanwhile.
    if (this.isStored) this.forget()
    return findings
  }

  readonly dismissed = (): void => {
    this.isStored = true
    this.forget()
  }

  readonly close = (): void => {
    this.ends += 1
    this.by.local.close()
  }

  /** None where the server cannot be reached: the worker checks meanwhile. */
  private async checkFirst(label: JsonObject): Promise<ReadonlyArray<Finding> | undefined> {
    try {
      const [findings] = await Promise.all([this.checkByServer(label), this.loadDismissals()])
      return findings
    } catch {
      return undefined
    }
  }

  private async checkByServer(label: JsonObject): Promise<ReadonlyArray<Finding>> {
    const { configVersion, findings } = await this.by.server(label)
    this.isConfirmed = true
    // The page has the configuration with which it was opened.
    if (configVersion !== toNumber(this.dataset.config_version)) this.isLocal = false
    return findings
  }

  /** None where the server has to check. */
  private async checkLocally(label: JsonObject): Promise<ReadonlyArray<Finding> | undefined> {
    const { ends } = this
    await this.loadDismissals()
    // The sample was left meanwhile: a worker that starts now would be ended by nobody.
    if (ends !== this.ends) return []
    // The server knows the dismissals that could not be read.
    if (!this.areKnown) return undefined
    const answer = await this.by.local.check(this.toCheck(label))
    if (answer.kind === "findings") return answer.findings
    this.isLocal = false
    this.by.local.close()
    return undefined
  }

  private forget(): void {
    this.areKnown = false
    this.changes += 1
  }

  private async loadDismissals(): Promise<void> {
    if (this.areKnown) return
    const { changes } = this
    try {
      const dismissals = await this.by.dismissals()
      if (changes !== this.changes) return
      this.dismissals = dismissals
      this.areKnown = true
    } catch {
      // The next check reads them.
    }
  }

  private toCheck(label: JsonObject): LabelToCheck {
    const { task_attributes: configuration, task_type: taskType } = this.dataset
    return {
      label: print(pickAttributesToCheck(label)),
      configuration: print(isObject(configuration) ? configuration : {}),
      // Cast: the server names the types that it knows.
      taskType: String(taskType) as TaskType,
      dismissals: this.dismissals,
    }
  }
}

/** The sample as it is known when its label is opened. */
export interface OpenedSample {
  readonly uuid: string
  readonly dataset: JsonObject
  /** Whether the server has a label of it. */
  readonly isStored: boolean
}

/** The checks of the ground truth of a sample. */
export const makeChecks = (api: Api, { dataset, isStored, uuid }: OpenedSample): Checks =>
  new SampleChecks(dataset, isStored, {
    local: new CheckWorker(),
    server: makeServerCheck(api, uuid),
    dismissals: () => readDismissals(api, uuid),
  })
