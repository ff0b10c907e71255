/** Labels the samples of a dataset as they come. */
import { setTimeout } from "node:timers/promises"
import { createClient } from "@annotary/http/client"
import { labelAll } from "./worker.ts"

const [owner = "", dataset = "", version = ""] = process.argv.slice(2)
const client = createClient({ baseUrl: process.env.ANNOTARY_URL ?? "", apiKey: process.env.ANNOTARY_KEY })

/** Replace it by your model. */
const predict = async () => ({ reason: "This is an example without a model." })

for (;;) {
  await labelAll({ client, owner, dataset, version, predict })
  await setTimeout(5000)
}
