/** The dataset of a session: read again between samples and before work is sent, and compared with what it was. */
import { getWholeLabel } from "../editor/EditorState.ts"
import { isObject, type JsonObject } from "../editor/json/value.ts"
import {
  type ConfigurationChange,
  compareConfigurations,
} from "../editor/label/attributes/compareConfigurations.ts"
import { readSettings } from "./openEditor.ts"
import type { Working } from "./phases.ts"

export class DatasetWatch {
  constructor(
    private dataset: JsonObject,
    private readonly request: () => Promise<JsonObject>,
  ) {}

  /** The dataset as it was read last. */
  get current(): JsonObject {
    return this.dataset
  }

  /** After so many milliseconds without activity nobody counts as working. */
  get pause(): number {
    const { labeling_inactivity_timeout_seconds: seconds } = this.dataset
    return (typeof seconds === "number" && seconds > 0 ? seconds : 300) * 1000
  }

  /** A dataset that cannot be read counts as it was: the call that follows says why. */
  async read(): Promise<JsonObject> {
    try {
      return await this.request()
    } catch {
      return this.dataset
    }
  }

  /** Takes the dataset as it is now, and returns what differs for a label that is opened. */
  replace(dataset: JsonObject, label: JsonObject): ReadonlyArray<ConfigurationChange> {
    const before = this.dataset
    this.dataset = dataset
    return before.config_version === dataset.config_version
      ? []
      : compareConfigurations(selectConfiguration(before), selectConfiguration(dataset), label)
  }

  /** The same for the open label, whose editor continues under it. Undefined where the configuration has not changed. */
  update(dataset: JsonObject, { editor, work }: Working): ReadonlyArray<ConfigurationChange> | undefined {
    if (this.dataset.config_version === dataset.config_version) {
      this.dataset = dataset
      return undefined
    }
    const { common, own } = readSettings(dataset, work.sample.attributes, editor.state.sensors)
    editor.configure(common, own)
    return this.replace(dataset, getWholeLabel(editor.state))
  }
}

const selectConfiguration = ({ task_attributes }: JsonObject): JsonObject =>
  isObject(task_attributes) ? task_attributes : {}
