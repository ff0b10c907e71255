/** The categories that people gave the objects of many samples, as answers for the model of Dawid and Skene. */
import type { Answer } from "../figures/dawidSkene.ts"
import { listGroupValues, type SampleAgreement } from "./compareLabels.ts"

/** An item is a group of a sample: the numbers of both. Its values are ids of categories, and `absent` for people who lack the object. */
export const listAnswers = (samples: ReadonlyArray<SampleAgreement>): ReadonlyArray<Answer> =>
  samples.flatMap(({ groups, objects, people }, sample) => {
    const categories = objects.map((list) => list.map(({ category }) => category))
    return groups.flatMap(({ members }, group) =>
      listGroupValues(members, categories).map((value, person) => ({
        item: `${sample} ${group}`,
        person: people[person] ?? "",
        value: String(value),
      })),
    )
  })
