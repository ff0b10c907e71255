/** Prompts: how a person asks an agent for the usual work. */
import { fromJsonSchema, type McpServer } from "@modelcontextprotocol/server"

interface OfDataset {
  readonly dataset: string
  readonly count?: string
}

const ofDataset = fromJsonSchema<OfDataset>({
  type: "object",
  properties: {
    dataset: { type: "string", description: "The dataset, as owner/name" },
    count: { type: "string", description: "The most samples to work on; by default all that wait" },
  },
  required: ["dataset"],
})

export const addPrompts = (server: McpServer): void => {
  const add = (name: string, title: string, description: string, makeText: (given: OfDataset) => string) =>
    server.registerPrompt(name, { title, description, argsSchema: ofDataset }, (given) => ({
      messages: [{ role: "user", content: { type: "text", text: makeText(given) } }],
    }))
  add(
    "label_dataset",
    "Label a dataset by its guide",
    "Claims samples of a dataset and labels them as its guide says.",
    ({ count, dataset }) => `Label ${formatCount(count)} of the dataset ${dataset}.
1. Read its guide (get_guide), its configuration (get_configuration), and the form of its labels (get_label_format).
2. Claim samples of the queue labeling (claim_samples), one or a few at a time.
3. Look at each sample (get_picture with size 640). Make its label in pixels of the sample, and check it (check_label). Repair what the check finds.
4. Submit it (submit_work). Skip what the guide says to skip, with the reason as the comment (skip_sample).
5. Where the guide leaves a question open, skip the sample with the question as the comment. A sample that you release would come back to you.
Stop when nothing waits any more. Then say how many samples you submitted and skipped, and list the open questions.`,
  )
  add(
    "review_warnings",
    "Review what the rules flag",
    "Claims labels for review and decides by the guide and the warnings.",
    ({ count, dataset }) => `Review ${formatCount(count)} of the dataset ${dataset}.
1. Read its guide (get_guide) and the numbers of its warnings (count_warnings).
2. Claim samples of the queue reviewing (claim_samples), one or a few at a time.
3. Look at each sample (get_picture), its label (get_label) and the warnings of the label (list_warnings).
4. Accept the label (accept_label) if it is as the guide says; otherwise reject it (reject_label) with a comment that says what to change.
Stop when nothing waits any more. Then say how many labels you accepted and rejected, and which warnings came up most.`,
  )
}

const formatCount = (count: string | undefined): string =>
  count === undefined ? "the samples that wait" : `at most ${count} samples`
