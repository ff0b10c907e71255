/** Reads the labels that several people made of one sample, between which a reviewer decides. */
import { type Api, readBody } from "../../api/client.ts"
import { parse } from "../editor/json/parse.ts"
import { isObject, type JsonObject, toNumber, toObjects } from "../editor/json/value.ts"
import {
  type MergedObject,
  type MergeRefusal,
  type Overlap,
  type OverlapLabel,
  readClaimedLabel,
  toObject,
  toText,
  type Work,
} from "./work.ts"

/** Stands for the merged label where a letter names a label. */
export const mergedLetter = "merged"

/** The statuses of a label that one person made, and that waits for its review. */
const reviewable: ReadonlySet<string> = new Set(["LABELED", "REVIEWING_IN_PROGRESS"])

/**
 * Adds the labels of several people to a claim of the reviewing queue. `usesOverlap`: whether the dataset has ever had such samples, as far
 * as the page knows. Their ground truth is written by the decision, so that a label that cannot be reviewed says it too.
 */
export const addOverlap = async (api: Api, work: Work, usesOverlap: boolean): Promise<Work> => {
  if (!usesOverlap && work.label !== null && reviewable.has(work.label.status)) return work
  const overlap = await readOverlap(api, work.sample.uuid)
  return overlap === undefined ? work : openLabel({ ...work, overlap })
}

/** Undefined where the sample does not wait for a decision between labels. */
const readOverlap = async (api: Api, sample: string): Promise<Overlap | undefined> => {
  const text = await readBody(
    api.GET("/samples/{sample}/overlap/", { params: { path: { sample } }, parseAs: "text" }),
  )
  return parseOverlap(toObject(parse(text)))
}

/** Parses the answer of the server. Undefined where the sample does not wait for a decision between labels. */
export const parseOverlap = (answer: JsonObject): Overlap | undefined => {
  if (answer.state !== "adjudicating") return undefined
  const labels = toObjects(answer.labels).map(readOverlapLabel)
  const merged = toObject(answer.merged)
  const { refusal } = merged
  return {
    labels,
    merged: refusal === null ? readMerged(merged, labels) : undefined,
    mergedObjects: refusal === null ? toObjects(merged.objects).map(readMergedObject) : [],
    // Cast: the reasons of the server are those that have words.
    mergeRefusal: typeof refusal === "string" ? (refusal as MergeRefusal) : undefined,
    agreement: isObject(answer.agreement) ? answer.agreement : undefined,
  }
}

const readOverlapLabel = (label: JsonObject): OverlapLabel => ({
  letter: toText(label.letter),
  labeler: toText(label.labeler),
  comment: toText(label.comment),
  at: toText(label.created_at),
  label: readClaimedLabel(label),
})

const readMergedObject = ({ id, sensor, sources }: JsonObject): MergedObject => ({
  id: toNumber(id),
  sensor: typeof sensor === "string" ? sensor : undefined,
  sources: toObjects(sources).map((source) => ({ letter: toText(source.letter), id: toNumber(source.id) })),
})

/** The version consists of those of all labels, so that a draft of the merged label ends with each of them. */
const readMerged = ({ attributes }: JsonObject, labels: ReadonlyArray<OverlapLabel>): OverlapLabel => ({
  letter: mergedLetter,
  labeler: "",
  comment: "",
  at: "",
  label: {
    status: "LABELED",
    version: [mergedLetter, ...labels.map(({ label }) => label.version)].join(" "),
    attributes: isObject(attributes) ? attributes : null,
    rating: null,
  },
})

/** The labels that a reviewer can accept: those of people, then the merged one. */
export const listChoices = ({ labels, merged }: Overlap): ReadonlyArray<OverlapLabel> =>
  merged === undefined ? labels : [...labels, merged]

/** The work with one of the labels to edit: the one with the version, else the first that is not skipped. */
export const openLabel = (work: Work, version?: string | null): Work => {
  const choices = work.overlap === undefined ? [] : listChoices(work.overlap)
  const opened =
    choices.find(({ label }) => label.version === version) ??
    choices.find((one) => !isSkipped(one)) ??
    choices[0]
  return opened === undefined ? work : { ...work, label: opened.label }
}

/** Whether the person skipped the sample. Such a label is accepted with edits alone. */
export const isSkipped = ({ label }: OverlapLabel): boolean => label.status === "SKIPPED"

/** The label of several that is to be edited; undefined where one person labeled the sample. */
export const findOpenLabel = ({
  label,
  overlap,
}: Pick<Work, "label" | "overlap">): OverlapLabel | undefined =>
  overlap && listChoices(overlap).find((one) => one.label.version === label?.version)

/** Whether the work has a label with the version: the one to edit, or another one of several. */
export const hasVersion = ({ label, overlap }: Work, version: string | undefined): boolean =>
  label?.version === version ||
  (overlap !== undefined && listChoices(overlap).some((one) => one.label.version === version))
