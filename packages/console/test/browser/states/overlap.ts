/** A dataset whose samples three people labeled, more alike in some than in others. */
import { makeDataset } from "../support/dataset.ts"
import type { TestServer } from "../support/server.ts"

interface Claimed {
  readonly claim_id: string
  readonly name: string
}

const people = ["ines", "jonas", "kaja"]
const samples = 6

export const makeOverlaps = async (server: TestServer): Promise<void> => {
  const keys = await Promise.all(people.map((name) => server.person(name)))
  const dataset = await makeDataset(server, {
    name: "overlap",
    samples,
    settings: { overlap: people.length },
    category: { attributes: [{ name: "color", input_type: "select", values: ["red", "blue"] }] },
    collaborators: Object.fromEntries(people.map((name) => [name, "labeler" as const])),
  })
  for (const [person, key] of keys.entries())
    for (let sample = 0; sample < samples; sample++) {
      // Cast: the claim of one sample.
      const [claim] = (await server.call(
        "POST",
        `/datasets/${dataset}/queue/labeling/claim/`,
        { count: 1 },
        key,
      )) as readonly [Claimed]
      const attributes = { format_version: "0.1", annotations: makeBoxes(person, sample) }
      await server.call("POST", `/claims/${claim.claim_id}/submit/`, { attributes }, key)
    }
}

/** The same boxes for everybody in the first sample; the further one, the farther apart, and the last person lacks one. */
const makeBoxes = (person: number, sample: number) =>
  Array.from({ length: person === 2 && sample > 3 ? 1 : 2 }, (_, at) => ({
    id: at + 1,
    category_id: person === 1 && sample === 5 ? 2 : 1 + at,
    type: "bbox",
    points: [
      [80 + 200 * at + 4 * person * sample, 90],
      [240 + 200 * at + 4 * person * sample, 300],
    ],
    attributes: { color: person === 0 && sample % 2 === 1 ? "blue" : "red" },
  }))
