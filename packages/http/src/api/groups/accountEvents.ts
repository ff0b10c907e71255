/** Paths of the own account and of organizations, lists in a query, and errors, which webhooks and the event feed share. */
import { DeliveryId, EndpointId, WebhookConflict, WebhookNotFound } from "@annotary/core/effect"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpMethod from "@effect/platform/HttpMethod"
import { Schema } from "effect"
import { addAccessErrors, addChangeErrors, statuses } from "../statuses.ts"

export const Listed = Schema.split(",")

/** Several values separated by commas, such as `state=dead,held`. */
export const makeListParameter = <A extends string>(one: Schema.Schema<A>, values: ReadonlyArray<string>) =>
  Schema.optionalWith(
    Schema.compose(Listed, Schema.Array(one), { strict: false }).annotations({
      description: `Between commas: ${values.join(", ")}`,
      jsonSchema: { type: "string", pattern: makeListPattern(values) },
    }),
    { exact: true },
  )

/** A pattern for one of the values, or several separated by commas. */
const makeListPattern = (values: ReadonlyArray<string>): string => {
  const alternatives = `(${values.map((value) => value.replaceAll(".", "\\.")).join("|")})`
  return `^${alternatives}(,${alternatives})*$`
}

/** For endpoints about a webhook endpoint or a delivery that may not exist. */
export const addWebhookErrors = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => addAccessErrors(endpoint).addError(WebhookNotFound, { status: statuses.WebhookNotFound })

export const addWebhookChangeErrors = <
  N extends string,
  M extends HttpMethod.HttpMethod,
  P,
  U,
  B,
  H,
  S,
  E,
  R,
  RE,
>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) =>
  addChangeErrors(endpoint)
    .addError(WebhookNotFound, { status: statuses.WebhookNotFound })
    .addError(WebhookConflict, { status: statuses.WebhookConflict })

const inOrganization = { organization: Schema.optionalWith(Schema.String, { exact: true }) }
const OrganizationAccount = Schema.Struct(inOrganization)
const OrganizationEndpoint = Schema.Struct({ ...inOrganization, endpoint: EndpointId })
const OrganizationDelivery = Schema.Struct({ ...inOrganization, delivery: DeliveryId })

export interface Paths {
  readonly account: typeof OrganizationAccount
  readonly endpoint: typeof OrganizationEndpoint
  readonly delivery: typeof OrganizationDelivery
}

export const ofOrganization: Paths = {
  account: OrganizationAccount,
  endpoint: OrganizationEndpoint,
  delivery: OrganizationDelivery,
}

/** Paths of the own account. Cast: they lack the organization, which is optional in the types that both groups share. */
export const ofOneself = {
  account: Schema.Struct({}),
  endpoint: Schema.Struct({ endpoint: EndpointId }),
  delivery: Schema.Struct({ delivery: DeliveryId }),
} as unknown as Paths
