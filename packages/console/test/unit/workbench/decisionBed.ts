/** Labels of people with their differences, and an editor in which a reviewer chooses between their versions. */
import { getWholeLabel } from "../../../src/workbench/editor/EditorState.ts"
import { startHistory, type VersionChoice } from "../../../src/workbench/editor/History.ts"
import { print } from "../../../src/workbench/editor/json/parse.ts"
import { type JsonObject, toObjects } from "../../../src/workbench/editor/json/value.ts"
import { compareTexts } from "../../../src/workbench/panels/adjudication/compareTexts.ts"
import type { Difference } from "../../../src/workbench/panels/adjudication/Difference.ts"
import {
  makeDecisionContext,
  readDecisions,
  takeVersion,
} from "../../../src/workbench/panels/adjudication/decisions.ts"
import { findDifferences } from "../../../src/workbench/panels/adjudication/findDifferences.ts"
import { readAgreement } from "../../../src/workbench/panels/adjudication/readAgreement.ts"
import { readComparedAttributes } from "../../../src/workbench/panels/adjudication/readComparedAttributes.ts"
import { openEditor } from "../../../src/workbench/session/openEditor.ts"
import { mergedLetter } from "../../../src/workbench/session/overlap.ts"
import type { MergedObject, Overlap } from "../../../src/workbench/session/work.ts"
import { makeTextLabel, read as readText } from "./overlapLabels.ts"

const configuration = readText(`{"categories": [
  {"id": 1, "name": "car", "attributes": [{"name": "color", "input_type": "text"}, {"name": "size", "input_type": "text"}, {"name": "plate", "input_type": "text", "is_track_level": true}]},
  {"id": 2, "name": "bus"}], "image_attributes": [{"name": "weather", "input_type": "text"}]}`)

const compared = readComparedAttributes(configuration)

export const compare = (texts: ReadonlyArray<string>) => {
  const labels = texts.map((text, index) => makeTextLabel("ABC"[index] ?? "", text))
  const agreement = readAgreement(
    readText(
      compareTexts({
        configuration: print(configuration),
        labels: texts.map((text, index) => ({ letter: "ABC"[index] ?? "", text })),
      }),
    ),
  )
  const differences = findDifferences(labels, agreement, compared)
  if (differences === undefined) throw new Error("not compared")
  return { labels, differences }
}

interface Bed {
  readonly texts: ReadonlyArray<string>
  readonly letter?: string
  readonly merged?: { readonly text: string; readonly objects: ReadonlyArray<MergedObject> }
  /** The label of a draft, with its choices. */
  readonly draft?: string
  readonly choices?: ReadonlyArray<VersionChoice>
}

/** An editor of the label of a letter, with the differences from those of the others. */
export const openChoices = ({ choices = [], draft, letter = "A", merged, texts }: Bed) => {
  const { differences, labels } = compare(texts)
  const overlap: Overlap = {
    labels,
    merged: merged && makeTextLabel(mergedLetter, merged.text),
    mergedObjects: merged?.objects ?? [],
    mergeRefusal: undefined,
    agreement: undefined,
  }
  const context = makeDecisionContext(overlap, differences, letter)
  const stored = context.labels.get(letter) ?? {}
  const sensors = toObjects(stored.sensors).map(({ name = null, task_type = null }) => ({
    name,
    task_type,
    attributes: { frames: [{}, {}] },
  }))
  const dataset = {
    task_type: sensors.length === 0 ? "vector" : "multisensor-sequence",
    task_attributes: configuration,
  }
  const editor = openEditor(dataset, { sensors }, draft === undefined ? stored : readText(draft))
  editor.update((state) => ({ ...state, history: startHistory(state.history.present, choices) }))
  const find = (aspect: string, place = 0): Difference => {
    const difference = differences.list.filter((one) => one.aspect === aspect && one.subject === "object")[
      place
    ]
    if (difference === undefined) throw new Error(`no difference of ${aspect}`)
    return difference
  }
  return {
    editor,
    differences,
    find,
    image: differences.list.find(({ subject }) => subject === "image"),
    take: (difference: Difference, letter: string) =>
      editor.update((state) => takeVersion(state, context, difference, letter)),
    read: () => getWholeLabel(editor.state),
    decide: () => readDecisions(editor.state, context),
  }
}

export const object = (id: number, category: number, x: number, attributes = "{}", size = 10) =>
  `{"id": ${id}, "category_id": ${category}, "type": "bbox", "points": [[${x}, 0], [${x + size}, 10]], "attributes": ${attributes}}`
export const still = (...objects: ReadonlyArray<string>) =>
  `{"format_version":"0.1", "annotations": [${objects.join(", ")}], "other": 12345678901234567890}`

export const listObjects = (label: JsonObject) =>
  toObjects(label.annotations).map(({ attributes, category_id, id, points }) => ({
    id,
    category_id,
    points,
    attributes,
  }))
