/** The areas of words, each with the keys of its English file. A German file with other keys does not compile. */
import type account from "./en/account.ts"
import type admin from "./en/admin.ts"
import type agreement from "./en/agreement.ts"
import type audits from "./en/audits.ts"
import type configuration from "./en/configuration.ts"
import type dataset from "./en/dataset.ts"
import type datasetFields from "./en/datasetFields.ts"
import type datasetSettings from "./en/datasetSettings.ts"
import type datasets from "./en/datasets.ts"
import type gold from "./en/gold.ts"
import type invitation from "./en/invitation.ts"
import type issues from "./en/issues.ts"
import type newDataset from "./en/newDataset.ts"
import type organizations from "./en/organizations.ts"
import type quality from "./en/quality.ts"
import type queue from "./en/queue.ts"
import type releases from "./en/releases.ts"
import type samples from "./en/samples.ts"
import type shell from "./en/shell.ts"
import type signIn from "./en/signIn.ts"
import type transfers from "./en/transfers.ts"
import type ui from "./en/ui.ts"
import type webhooks from "./en/webhooks.ts"
import type workbench from "./en/workbench.ts"

export interface Words {
  account: typeof account
  admin: typeof admin
  agreement: typeof agreement
  audits: typeof audits
  configuration: typeof configuration
  dataset: typeof dataset
  datasetFields: typeof datasetFields
  datasetSettings: typeof datasetSettings
  datasets: typeof datasets
  gold: typeof gold
  newDataset: typeof newDataset
  releases: typeof releases
  invitation: typeof invitation
  issues: typeof issues
  organizations: typeof organizations
  quality: typeof quality
  queue: typeof queue
  samples: typeof samples
  shell: typeof shell
  signIn: typeof signIn
  transfers: typeof transfers
  ui: typeof ui
  webhooks: typeof webhooks
  workbench: typeof workbench
}

/** The same keys with other words: `export default { … } satisfies Translation<"account">`. */
export type Translation<Area extends keyof Words> = Same<Words[Area]>

type Same<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Same<Texts[Key]> }
