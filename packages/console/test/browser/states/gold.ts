/** A dataset with two gold samples, of which a labeler answered both, one of them rightly. */
import { makeDataset } from "../support/dataset.ts"
import type { TestServer } from "../support/server.ts"

interface Named {
  readonly uuid: string
}

export interface GoldSamples {
  readonly goldSample: string
  readonly unlabeledSample: string
}

const makeLabel = (left: number) => ({
  format_version: "0.1",
  annotations: [
    {
      id: 1,
      category_id: 1,
      type: "bbox",
      points: [
        [left, 90],
        [left + 160, 300],
      ],
    },
  ],
})

export const makeGoldSamples = async (server: TestServer): Promise<GoldSamples> => {
  const key = await server.person("greta")
  const dataset = await makeDataset(server, {
    name: "gold",
    samples: 4,
    settings: { gold_rate: 0.1 },
    collaborators: { greta: "labeler" },
  })
  // Cast: the list of samples.
  const samples = (await server.call(
    "GET",
    `/datasets/${dataset}/samples/?sort=name`,
  )) as ReadonlyArray<Named>
  const [first, second] = samples
  for (const [index, sample] of [first, second].entries()) {
    await server.call("PUT", `/samples/${sample?.uuid}/gold/`, { attributes: makeLabel(80) })
    // Cast: the claim of one sample.
    const claim = (await server.call(
      "POST",
      `/datasets/${dataset}/queue/labeling/claim/${sample?.uuid}/`,
      {},
      key,
    )) as { readonly claim_id: string }
    await server.call(
      "POST",
      `/claims/${claim.claim_id}/submit/`,
      { attributes: makeLabel(80 + 300 * index) },
      key,
    )
  }
  return { goldSample: first?.uuid ?? "", unlabeledSample: samples[2]?.uuid ?? "" }
}
