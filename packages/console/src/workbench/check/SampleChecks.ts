/**
 * The checks of the label of a sample: in a worker while somebody edits it, and by the server where they want its word. Both have
 * the same rules. Where no worker starts, where the label exceeds a limit, and once the configuration has changed, the server
 * checks after edits too.
 */
import type { StoredDismissal, TaskType } from "@annotary/core/check"
import type { Api } from "../../api/client.ts"
import { print } from "../model/json/print.ts"
import { isObject, type JsonObject, numberOf } from "../model/json/value.ts"
import type { Finding } from "../model/warnings/Finding.ts"
import type { Check, Checks } from "../model/warnings/LiveCheck.ts"
import { attributesToCheck, type ServerCheck, serverCheckOf } from "../session/check.ts"
import { CheckWorker } from "./CheckWorker.ts"
import { readDismissals } from "./dismissals.ts"
import type { LabelToCheck } from "./messages.ts"

/** What checks the label beside the page. */
export type LocalChecker = Pick<CheckWorker, "check" | "close">

/** How long after an edit the label is checked, in milliseconds: beside the page, and by the server. */
export const delays = { local: 250, server: 800 } as const

interface Surroundings {
  readonly local: LocalChecker
  readonly server: ServerCheck
  readonly dismissals: () => Promise<ReadonlyArray<StoredDismissal>>
}

export class SampleChecks implements Checks {
  private isLocal = true
  private dismissals: ReadonlyArray<StoredDismissal> = []
  /** Whether the dismissals are those of the server. */
  private areKnown: boolean

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
    (this.isLocal ? await this.locally(label) : undefined) ?? this.server(label)

  readonly server: Check = async (label) => {
    const { configVersion, findings } = await this.by.server(label)
    // The page has the configuration with which it was opened.
    if (configVersion !== numberOf(this.dataset.config_version)) this.isLocal = false
    // Others may have dismissed warnings meanwhile.
    this.areKnown = !this.isStored
    return findings
  }

  readonly dismissed = (): void => {
    this.isStored = true
    this.areKnown = false
  }

  readonly close = (): void => this.by.local.close()

  /** None where the server has to check. */
  private async locally(label: JsonObject): Promise<ReadonlyArray<Finding> | undefined> {
    if (!this.areKnown) await this.readDismissals()
    const answer = await this.by.local.check(this.toCheck(label))
    if (answer.kind === "findings") return answer.findings
    this.isLocal = false
    this.close()
    return undefined
  }

  private async readDismissals(): Promise<void> {
    try {
      this.dismissals = await this.by.dismissals()
      this.areKnown = true
    } catch {
      // The server is unavailable: those that are known are better than none, and the next check reads them.
    }
  }

  private toCheck(label: JsonObject): LabelToCheck {
    const { task_attributes: configuration, task_type: taskType } = this.dataset
    return {
      label: print(attributesToCheck(label)),
      configuration: print(isObject(configuration) ? configuration : {}),
      // Cast: the server names the types that it knows.
      taskType: String(taskType) as TaskType,
      dismissals: this.dismissals,
    }
  }
}

/** What is known of a sample when its label is opened. */
export interface OpenedSample {
  readonly uuid: string
  readonly dataset: JsonObject
  /** Whether the server has a label of it. */
  readonly isStored: boolean
}

/** The checks of the ground truth of a sample. */
export const checksOf = (api: Api, { dataset, isStored, uuid }: OpenedSample): Checks =>
  new SampleChecks(dataset, isStored, {
    local: new CheckWorker(),
    server: serverCheckOf(api, uuid),
    dismissals: () => readDismissals(api, uuid),
  })
