/** Every endpoint, at least once: product.md 2 as calls. */
import { accountRows } from "./accounts.ts"
import { bucketRows } from "./buckets.ts"
import { datasetRows } from "./datasets.ts"
import { invitationRows } from "./invitations.ts"
import { pauseRows } from "./pauses.ts"
import type { Row } from "./rows.ts"
import { sampleRows } from "./samples.ts"
import { warningRows } from "./warnings.ts"
import { webhookRows } from "./webhooks.ts"
import { workRows } from "./work.ts"

export const table: ReadonlyArray<Row> = [
  ...accountRows,
  ...invitationRows,
  ...bucketRows,
  ...datasetRows,
  ...sampleRows,
  ...warningRows,
  ...workRows,
  ...webhookRows,
  // People stay paused.
  ...pauseRows,
]
