/** The whole API: every endpoint, in the order of the reference. */
import { IssueJson } from "@annotary/core/effect"
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { BucketsApi } from "./groups/buckets.ts"
import { DatasetsApi } from "./groups/datasets.ts"
import { FeedApi, OrganizationFeedApi } from "./groups/feed.ts"
import { AssetsApi, JobsApi } from "./groups/files.ts"
import { GoldApi } from "./groups/gold.ts"
import { InvitationsApi } from "./groups/invitations.ts"
import { IssuesApi } from "./groups/issues.ts"
import { LabelsApi } from "./groups/labels.ts"
import { ModelsApi } from "./groups/models.ts"
import { OrganizationsApi } from "./groups/organizations.ts"
import { OverlapApi } from "./groups/overlap.ts"
import { PausesApi } from "./groups/pauses.ts"
import { PredictionsApi } from "./groups/predictions.ts"
import { ClaimsApi, QueueApi } from "./groups/queue.ts"
import { ReleaseAuditsApi } from "./groups/releaseAudits.ts"
import { ReleasesApi } from "./groups/releases.ts"
import { SamplesApi } from "./groups/samples.ts"
import { CollaboratorsApi, ConfigurationApi, GuideApi, LabelsetsApi } from "./groups/settings.ts"
import { ConsoleApi } from "./groups/signIn.ts"
import { StatusApi } from "./groups/status.ts"
import { ExportsApi, ImportsApi } from "./groups/transfers.ts"
import { UsersApi } from "./groups/users.ts"
import { WarningsApi } from "./groups/warnings.ts"
import { OrganizationWebhooksApi, WebhooksApi } from "./groups/webhooks.ts"
import { LineLabel, NewSampleLine, SampleLabel } from "./payloads/sample.ts"
import { AssetRecord } from "./records/asset.ts"
import { ImportLine } from "./records/import.ts"
import { Problem } from "./records/problem.ts"
import { NewApiKey } from "./records/user.ts"
import { CheckLineRecord } from "./records/warning.ts"

/** The version of the API, sent with every response as `annotary-version`. */
export const apiVersion = "2026-11-01"

/** The contract of the API: every endpoint with its schemas, errors and annotations. */
export class AnnotaryApi extends HttpApi.make("annotary")
  .add(StatusApi)
  .add(UsersApi)
  .add(ConsoleApi)
  .add(OrganizationsApi)
  .add(ModelsApi)
  .add(PredictionsApi)
  .add(InvitationsApi)
  .add(BucketsApi)
  .add(DatasetsApi)
  .add(ConfigurationApi)
  .add(CollaboratorsApi)
  .add(PausesApi)
  .add(GuideApi)
  .add(LabelsetsApi)
  .add(SamplesApi)
  .add(LabelsApi)
  .add(WarningsApi)
  .add(IssuesApi)
  .add(QueueApi)
  .add(ClaimsApi)
  .add(OverlapApi)
  .add(GoldApi)
  .add(ReleasesApi)
  .add(ReleaseAuditsApi)
  .add(ExportsApi)
  .add(ImportsApi)
  .add(AssetsApi)
  .add(JobsApi)
  .add(WebhooksApi)
  .add(OrganizationWebhooksApi)
  .add(FeedApi)
  .add(OrganizationFeedApi)
  .annotate(HttpApi.AdditionalSchemas, [
    Problem,
    IssueJson,
    NewApiKey,
    AssetRecord,
    ImportLine,
    NewSampleLine,
    LineLabel,
    SampleLabel,
    CheckLineRecord,
  ])
  .annotate(OpenApi.Title, "Annotary")
  .annotate(OpenApi.Version, apiVersion)
  .annotate(OpenApi.License, { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" })
  .annotate(
    OpenApi.Description,
    "The API of a labeling engine: datasets, samples, labels, work queues and releases. A trailing slash in a path is optional.",
  ) {}
