/** What a server in memory holds after a storm, as its administrator reads it: there is no database beside it. */
import type { Grant, Memory } from "../Memory.ts"
import type { Wires } from "../requests.ts"
import { adminKey } from "../stage.ts"
import type { StoredOverlaps } from "./checkOverlaps.ts"

interface ListedSample {
  readonly uuid: string
  /** The ground truth, without which there was no event about a label. */
  readonly label?: { readonly label_status: string | null } | null
}

interface ReadOverlap {
  readonly overlap: number
  readonly state: string
  readonly labels: ReadonlyArray<{ readonly labeler: string; readonly attributes: unknown }>
}

interface ListedWork {
  readonly sample_uuid: string
  readonly created_by: string
}

interface ListedClaim {
  readonly sample: ListedSample
}

const rowsAtOnce = 1000

export const readOverlapsByApi = async (
  wires: Wires,
  dataset: string,
  memory: Memory,
): Promise<StoredOverlaps> => {
  const read = async <A>(path: string): Promise<A> => {
    const { status, text } = await wires.answer("GET", path, adminKey)
    if (status !== 200) throw new Error(`${path} got ${status} ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }
  const readAll = async <A>(path: string): Promise<ReadonlyArray<A>> => {
    const rows: Array<A> = []
    for (let page = 1; ; page++) {
      const part = await read<ReadonlyArray<A>>(`${path}?per_page=${rowsAtOnce}&page=${page}`)
      rows.push(...part)
      if (part.length < rowsAtOnce) return rows
    }
  }
  const samples = await readAll<ListedSample>(`/datasets/${dataset}/samples/`)
  const overlaps: Array<ReadOverlap & { readonly sample: string }> = []
  for (const { uuid } of samples)
    overlaps.push({ ...(await read<ReadOverlap>(`/samples/${uuid}/overlap/`)), sample: uuid })
  const work = await readAll<ListedWork>(`/datasets/${dataset}/workunits/`)
  const held = await read<ReadonlyArray<ListedClaim>>(`/datasets/${dataset}/claims/`)
  const claims = new Map([...memory.grants.values()].flatMap(readDoneClaim))
  return {
    samples: overlaps,
    labels: overlaps.flatMap(({ labels, sample }) =>
      labels.map(({ attributes, labeler }) => ({
        sample,
        labeler,
        token: /"token":"([^"]+)"/.exec(JSON.stringify(attributes))?.[1] ?? "",
      })),
    ),
    toLabel: overlaps.flatMap(({ sample, state }) => (state === "labeling" ? [sample] : [])),
    held: held.map(({ sample }) => sample.uuid),
    events: samples.filter(({ label }) => label?.label_status != null).length,
    // The API names no claims of work: a person has one on each sample.
    workunits: work.map(({ created_by: user, sample_uuid: sample }) => ({
      claim: claims.get(`${user} ${sample}`) ?? "",
      sample,
      user,
    })),
  }
}

const readDoneClaim = ({ claim, end, sample, user }: Grant) =>
  end?.action === "submit" && end.outcome === "done" ? [[`${user} ${sample}`, claim] as const] : []
