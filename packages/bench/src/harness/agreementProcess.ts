/** Computes all figures of agreement of 10 000 images, and prints the most memory in MB that the process had. */
import { compareLabels, measureAgreement, type SampleAgreement } from "@annotary/core/agreement"
import { configuration, makeImages, toLabels } from "./agreementImages.ts"

function* compareImages(): Generator<SampleAgreement> {
  for (const boxes of makeImages(10_000)) yield compareLabels(configuration, toLabels(boxes))
}

const { agreement } = measureAgreement(compareImages(), { seed: 1 })
if (agreement.value === null) throw new Error("The images have no agreement.")
process.stdout.write(`${process.resourceUsage().maxRSS / 1000}`)
