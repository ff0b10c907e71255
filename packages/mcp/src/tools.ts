/**
 * The tools: operations of the API in the words of an agent. What a tool takes and returns is that of its operation, so that no tool
 * knows more than the contract.
 */

/** A tool: an operation in the words of an agent. */
export interface Tool {
  /** The name, of the API's operations and of the protocol. */
  readonly name: string
  readonly title: string
  /** The operation of the API, such as `queue.claim`. */
  readonly operation: `${string}.${string}`
  /** Read by the agent: the purpose of the tool and its result. */
  readonly description: string
  /** Whether it changes anything. */
  readonly writes: boolean
  /** Whether it puts something in the place of what was there. */
  readonly replaces?: boolean
  /** The parameters that a tool offers, where the operation has many; all by default. */
  readonly only?: ReadonlyArray<string>
  /** Whether the answer is a picture, and not JSON. */
  readonly isPicture?: boolean
  /** Members of the request that are the same in every call. */
  readonly fixed?: Readonly<Record<string, string>>
  /** The most rows of a page, where the operation has pages. */
  readonly maxRows?: number
}

const reading = { writes: false } as const
const writing = { writes: true } as const

const endOfClaim = "The claim ends. A claim that has ended meanwhile is refused, and nothing is written."

export const tools: ReadonlyArray<Tool> = [
  {
    ...reading,
    name: "who_am_i",
    title: "Who am I",
    operation: "users.me",
    description: "The account of the key with which you work.",
  },
  {
    ...reading,
    name: "list_datasets",
    title: "List datasets",
    operation: "datasets.listMine",
    only: ["q", "page", "per_page"],
    fixed: { include: "shared" },
    maxRows: 50,
    description: "The datasets that you may see, with your role and the numbers of their samples by status.",
  },
  {
    ...reading,
    name: "get_dataset",
    title: "Get a dataset",
    operation: "datasets.get",
    description: "A dataset: its task type, settings, and the numbers of its samples by status.",
  },
  {
    ...reading,
    name: "get_guide",
    title: "Read the labeling guide",
    operation: "guide.get",
    description:
      "The guide of a dataset in Markdown: how its samples are to be labeled. Read it before you label.",
  },
  {
    ...reading,
    name: "get_configuration",
    title: "Read the configuration",
    operation: "configuration.get",
    description:
      "The categories, attributes and warning rules of a dataset. The attributes of a label must agree with it.",
  },
  {
    ...reading,
    name: "validate_configuration",
    title: "Validate a configuration",
    operation: "configuration.validate",
    description: "Says what is wrong with a configuration. Writes nothing.",
  },
  {
    ...reading,
    name: "list_samples",
    title: "List samples",
    operation: "samples.list",
    only: [
      "owner",
      "dataset",
      "per_page",
      "cursor",
      "labelset",
      "q",
      "name__contains",
      "label_status",
      "assigned_labeler",
      "assigned_reviewer",
      "sort",
    ],
    maxRows: 100,
    description:
      "The samples of a dataset, a page at a time. Where more follow, the answer ends with the cursor of the next page.",
  },
  {
    ...reading,
    name: "get_sample",
    title: "Get a sample",
    operation: "samples.get",
    only: ["sample", "labelset"],
    description:
      "A sample: its name, the addresses of its files, metadata, and the status of its label. get_picture shows it.",
  },
  {
    ...reading,
    name: "get_picture",
    title: "See a sample",
    operation: "samples.thumbnail",
    isPicture: true,
    description:
      "A copy of the picture of a sample within a square of 96, 320 or 640 pixels, upright, with the factor from its pixels to those of labels. Of a sample with several pictures, the first.",
  },
  {
    ...reading,
    name: "get_label",
    title: "Get a label",
    operation: "labels.get",
    description: "The label of a sample in a labelset, usually `ground-truth`, with its annotations.",
  },
  {
    ...reading,
    name: "check_label",
    title: "Check a label",
    operation: "warnings.check",
    description:
      "Checks attributes against the configuration and the warning rules of the dataset. Writes nothing: use it before you submit.",
  },
  {
    ...reading,
    name: "list_warnings",
    title: "List warnings of a label",
    operation: "warnings.list",
    maxRows: 100,
    description: "The warnings of a stored label, those that were dismissed included.",
  },
  {
    ...reading,
    name: "count_warnings",
    title: "Count warnings of a dataset",
    operation: "warnings.totals",
    description: "The number of warnings by rule.",
  },
  {
    ...writing,
    name: "dismiss_warning",
    title: "Dismiss a warning",
    operation: "warnings.dismiss",
    description: "Marks a warning of a label as wrong, with a reason.",
  },
  {
    ...reading,
    name: "explain_queue",
    title: "Explain the queue",
    operation: "queue.explain",
    description: "Which sample you would get next from a queue, or why there is none.",
  },
  {
    ...reading,
    name: "list_my_claims",
    title: "List my claims",
    operation: "claims.mine",
    description: "Your open claims, oldest first, and when their leases end.",
  },
  {
    ...reading,
    name: "get_claim",
    title: "Get a claim",
    operation: "claims.get",
    description: "An open claim with its sample and its label.",
  },
  {
    ...writing,
    name: "claim_samples",
    title: "Claim samples",
    operation: "queue.claim",
    description:
      "Claims the next samples of a queue, `labeling` or `reviewing`, for your account alone until the lease ends. Your own open claims come first, also those of another agent with the same account; an empty list means that nothing waits for you.",
  },
  {
    ...writing,
    name: "claim_sample",
    title: "Claim a sample",
    operation: "queue.claimSample",
    description:
      "Claims a given sample regardless of its place in the queue, if the queue could give it to you.",
  },
  {
    ...writing,
    name: "renew_claim",
    title: "Renew a claim",
    operation: "claims.renew",
    description: "Extends the lease of a claim from now.",
  },
  {
    ...writing,
    name: "save_work",
    title: "Save work",
    operation: "claims.save",
    description: "Saves an unfinished label and keeps the claim.",
  },
  {
    ...writing,
    name: "submit_work",
    title: "Submit a label",
    operation: "claims.submit",
    description: `Submits the label of a claim from the labeling queue. ${endOfClaim}`,
  },
  {
    ...writing,
    name: "skip_sample",
    title: "Skip a sample",
    operation: "claims.skip",
    description: `Skips a sample that cannot be labeled; a comment says why. ${endOfClaim}`,
  },
  {
    ...writing,
    name: "accept_label",
    title: "Accept a label",
    operation: "claims.accept",
    description: `Accepts the label of a claim from the reviewing queue, with corrections if attributes are given. ${endOfClaim}`,
  },
  {
    ...writing,
    name: "reject_label",
    title: "Reject a label",
    operation: "claims.reject",
    description: `Sends the label of a claim from the reviewing queue back to its labeler; a comment says why. ${endOfClaim}`,
  },
  {
    ...writing,
    name: "undo_work",
    title: "Take work back",
    operation: "claims.undo",
    description: "Takes a submission or an acceptance back within a minute. You get the sample again.",
  },
  {
    ...writing,
    name: "release_claim",
    title: "Release a claim",
    operation: "claims.giveBack",
    description: "Returns a sample to its queue without a label.",
  },
  {
    ...writing,
    name: "put_label",
    title: "Write a label",
    operation: "labels.put",
    description:
      "Writes a label without a claim, which managers may. Pass the version that you have read, so that nothing newer is overwritten; earlier versions stay in the history. Work on claims with submit_work instead.",
    replaces: true,
  },
  {
    ...reading,
    name: "list_label_versions",
    title: "List the versions of a label",
    operation: "labels.history",
    maxRows: 100,
    description: "The history of a label, newest first: who changed it and how.",
  },
  {
    ...reading,
    name: "list_labelsets",
    title: "List labelsets",
    operation: "labelsets.list",
    description: "The labelsets of a dataset: `ground-truth`, and others such as those of predictions.",
  },
  {
    ...writing,
    name: "create_sample",
    title: "Create a sample",
    operation: "samples.create",
    description: "Adds a sample to a dataset by the addresses of its files.",
  },
  {
    ...reading,
    name: "list_issues",
    title: "List issues",
    operation: "issues.list",
    description: "The issues of a dataset with their comments.",
  },
  {
    ...reading,
    name: "list_sample_issues",
    title: "List issues of a sample",
    operation: "issues.ofSample",
    description: "The issues of a sample with their comments.",
  },
  {
    ...writing,
    name: "open_issue",
    title: "Open an issue",
    operation: "issues.open",
    description: "Opens an issue on a sample.",
  },
  {
    ...writing,
    name: "comment_issue",
    title: "Comment on an issue",
    operation: "issues.comment",
    description: "Adds a comment to an issue.",
  },
  {
    ...writing,
    name: "update_issue",
    replaces: true,
    title: "Update an issue",
    operation: "issues.update",
    description: "Changes the status or the text of an issue.",
  },
  {
    ...reading,
    name: "get_agreement",
    title: "Get the agreement of a dataset",
    operation: "overlap.agreement",
    description:
      "How far the labels agree that several people made of the same samples, or those of two labelsets or two releases: by people, categories and attributes, who errs how, the average precision of a model, and the samples that agree least.",
  },
  {
    ...reading,
    name: "list_releases",
    title: "List releases",
    operation: "releases.list",
    description: "The releases of a dataset, newest first.",
  },
  {
    ...reading,
    name: "get_release",
    title: "Get a release",
    operation: "releases.get",
    description: "A release: its state, and the address of its file when it is ready.",
  },
  {
    ...writing,
    name: "create_release",
    title: "Create a release",
    operation: "releases.create",
    description: "Freezes the samples and labels of a dataset in a file that never changes.",
  },
  {
    ...reading,
    name: "diff_releases",
    title: "Compare releases",
    operation: "releases.diff",
    description: "What was added, removed and changed between two releases.",
  },
  {
    ...reading,
    name: "list_formats",
    title: "List formats",
    operation: "exports.formats",
    description: "The formats of exports and imports.",
  },
  {
    ...writing,
    name: "create_export",
    title: "Create an export",
    operation: "exports.create",
    description: "Begins an export of a dataset in a format. get_export says when its file is ready.",
  },
  {
    ...reading,
    name: "get_export",
    title: "Get an export",
    operation: "exports.get",
    description: "The progress of an export, and the address of its file when it is ready.",
  },
]
