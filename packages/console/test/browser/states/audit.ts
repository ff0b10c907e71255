/** A dataset whose release is audited: some of its samples have an outcome, and one of them an error. */
import { makeDataset } from "../support/dataset.ts"
import type { TestServer } from "../support/server.ts"

interface Named {
  readonly uuid: string
}

/** One object of each category, so that whatever is drawn has the same parts. */
const attributes = {
  format_version: "0.1",
  annotations: Array.from({ length: 2 }, (_, at) => ({
    id: at + 1,
    category_id: 1 + at,
    type: "bbox",
    points: [
      [80 + 200 * at, 90],
      [240 + 200 * at, 300],
    ],
  })),
}

/** Makes a dataset with reviewed labels of the admin and a release, and returns its name. */
export const makeRelease = async (
  server: TestServer,
  { name, reviewer, samples }: { readonly name: string; readonly reviewer: string; readonly samples: number },
): Promise<string> => {
  const dataset = await makeDataset(server, { name, samples, collaborators: { [reviewer]: "reviewer" } })
  // Cast: the list of samples.
  const rows = (await server.call("GET", `/datasets/${dataset}/samples/?sort=name`)) as ReadonlyArray<Named>
  for (const { uuid } of rows)
    await server.call("PUT", `/labels/${uuid}/ground-truth/`, { label_status: "REVIEWED", attributes })
  await release(server, dataset)
  return dataset
}

/** Makes a dataset with labels of a labeler and a release, and returns its name. The admin can check it. */
export const makeBlindRelease = async (
  server: TestServer,
  { labeler, name, samples }: { readonly name: string; readonly labeler: string; readonly samples: number },
): Promise<string> => {
  const key = await server.person(labeler)
  const dataset = await makeDataset(server, { name, samples, collaborators: { [labeler]: "labeler" } })
  for (let sample = 0; sample < samples; sample++) {
    // Cast: the claim of one sample.
    const [claim] = (await server.call(
      "POST",
      `/datasets/${dataset}/queue/labeling/claim/`,
      { count: 1 },
      key,
    )) as readonly [{ readonly claim_id: string }]
    await server.call("POST", `/claims/${claim.claim_id}/submit/`, { attributes }, key)
  }
  await release(server, dataset)
  return dataset
}

/** Begins an audit, waits until it is open, and returns its id. */
export const beginAudit = async (server: TestServer, dataset: string, body: object): Promise<string> => {
  // Cast: the record of the audit.
  const { uuid } = (await server.call("POST", `/datasets/${dataset}/releases/v1/audits/`, body)) as Named
  for (let turn = 0; turn < 200; turn++) {
    const audit = await server.call("GET", `/datasets/${dataset}/releases/v1/audits/${uuid}/`)
    if (!JSON.stringify(audit).includes('"preparing"')) return uuid
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("The audit was not prepared.")
}

/** The release has a labelset without labels beside the ground truth. */
export const release = async (server: TestServer, dataset: string): Promise<void> => {
  await server.call("POST", `/datasets/${dataset}/labelsets/`, { name: "none", description: "" })
  await server.call("POST", `/datasets/${dataset}/releases/`, { name: "v1", description: "" })
  for (let turn = 0; turn < 200; turn++) {
    const release = await server.call("GET", `/datasets/${dataset}/releases/v1/`)
    if (JSON.stringify(release).includes('"SUCCEEDED"')) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("The release did not succeed.")
}

/** The second sample that is checked has an error. */
const outcomes = [[], [{ type: "wrong_category" }], ...Array.from({ length: 10 }, () => [])]

export const makeAudit = async (server: TestServer): Promise<string> => {
  const key = await server.person("ida")
  const dataset = await makeRelease(server, { name: "audited", reviewer: "ida", samples: 24 })
  const audits = `/datasets/${dataset}/releases/v1/audits/`
  const uuid = await beginAudit(server, dataset, { goal: 0.2 })
  for (const errors of outcomes) {
    // Cast: the list of one claimed draw.
    const [work] = (await server.call("POST", `${audits}${uuid}/claim/`, undefined, key)) as readonly [
      { readonly number: number },
    ]
    await server.call("PUT", `${audits}${uuid}/draws/${work.number}/`, { errors }, key)
  }
  return uuid
}

/** An audit without outcomes that the admin can check. */
export const makeBlindAudit = async (server: TestServer): Promise<string> =>
  beginAudit(server, await makeBlindRelease(server, { name: "blind", labeler: "ivo", samples: 6 }), {})
