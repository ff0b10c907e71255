/** The inputs of the counted calls. */
import { toJsonText } from "@annotary/core"
import { makeCuboids } from "../harness/labels.ts"

let serial = 0

/** A sample with a new name. */
export const sample = () => ({
  name: `frame-${++serial}`,
  attributes: toJsonText({ image: { url: `https://images.example/${serial}.jpg` } }),
})

/** One label of about a kilobyte. */
export const label = { status: "LABELED", attributes: makeCuboids(1000, true) } as const

/** Lines of an import with new samples. */
export async function* makeLines(count: number, imported?: typeof label) {
  for (let line = 1; line <= count; line++)
    yield { line, sample: sample(), ...(imported === undefined ? {} : { label: imported }) }
}
