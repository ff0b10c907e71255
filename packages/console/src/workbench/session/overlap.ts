/** Reads the labels that several people made of one sample, between which a reviewer decides. */
import { type Api, readBody } from "../../api/client.ts"
import { parse } from "../editor/json/parse.ts"
import { isObject, type JsonObject, toObjects } from "../editor/json/value.ts"
import { type Overlap, type OverlapLabel, readClaimedLabel, toObject, toText, type Work } from "./work.ts"

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
  const answer = toObject(parse(text))
  if (answer.state !== "adjudicating") return undefined
  return {
    labels: toObjects(answer.labels).map(readOverlapLabel),
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

/** The work with one of the labels to edit: the one with the version, else the first that is not skipped. */
export const openLabel = (work: Work, version?: string | null): Work => {
  const { labels = [] } = work.overlap ?? {}
  const opened =
    labels.find(({ label }) => label.version === version) ??
    labels.find((one) => !isSkipped(one)) ??
    labels[0]
  return opened === undefined ? work : { ...work, label: opened.label }
}

/** Whether the person skipped the sample. Such a label is accepted with edits alone. */
export const isSkipped = ({ label }: OverlapLabel): boolean => label.status === "SKIPPED"

/** The label of several that is to be edited; undefined where one person labeled the sample. */
export const findOpenLabel = ({
  label,
  overlap,
}: Pick<Work, "label" | "overlap">): OverlapLabel | undefined =>
  overlap?.labels.find((one) => one.label.version === label?.version)

/** Whether the work has a label with the version: the one to edit, or another one of several. */
export const hasVersion = ({ label, overlap }: Work, version: string | undefined): boolean =>
  label?.version === version || overlap?.labels.some((one) => one.label.version === version) === true
