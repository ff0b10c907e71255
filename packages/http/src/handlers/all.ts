/** The handlers of the whole API, by group. */
import type { Actor, CurrentActor } from "@annotary/core/effect"
import { Effect } from "effect"
import type { AnnotaryApi } from "../api/Api.ts"
import type { Handlers } from "../transport/routing/handlers.ts"
import { buckets } from "./buckets.ts"
import { makeConsoleSession } from "./console/session.ts"
import type { ConsoleOptions } from "./console/site.ts"
import { datasets } from "./datasets.ts"
import { feed, organizationFeed } from "./feed.ts"
import { assets, jobs } from "./files.ts"
import { gold } from "./gold.ts"
import { invitations } from "./invitations.ts"
import { issues } from "./issues.ts"
import { labels } from "./labels.ts"
import { models } from "./models.ts"
import { organizations } from "./organizations.ts"
import { overlap } from "./overlap.ts"
import { predictions } from "./predictions.ts"
import { claims, queue } from "./queue.ts"
import { releaseAudits } from "./releaseAudits.ts"
import { releases } from "./releases.ts"
import { samples } from "./samples.ts"
import { collaborators, configuration, guide, labelsets, pauses } from "./settings.ts"
import { makeStatusHandlers, type StatusOptions } from "./status.ts"
import { exports, importsOfFormats } from "./transfers.ts"
import { users } from "./users.ts"
import { warnings } from "./warnings.ts"
import { organizationWebhooks, webhooks } from "./webhooks.ts"

export const makeAllHandlers = (options: StatusOptions & { readonly console?: ConsoleOptions | undefined }) =>
  Effect.map(
    Effect.all({
      status: makeStatusHandlers(options),
      users,
      console: makeConsoleSession(options.console),
      organizations,
      models,
      predictions,
      invitations,
      buckets,
      datasets,
      configuration,
      collaborators,
      pauses,
      guide,
      labelsets,
      samples,
      labels,
      warnings,
      issues,
      queue,
      claims,
      overlap,
      gold,
      releases,
      releaseAudits,
      exports,
      imports: importsOfFormats,
      assets,
      jobs,
      webhooks,
      organizationWebhooks,
      feed,
      organizationFeed,
    }),
    (handlers): Handlers<typeof AnnotaryApi, Actor, CurrentActor> => handlers,
  )
