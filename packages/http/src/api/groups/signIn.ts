/** The endpoints by which people sign in with a browser. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { SignIn } from "../payloads/account.ts"
import { Permission } from "../permission.ts"
import { LenientQuery, NotIdempotent, Public } from "../rawJson.ts"
import { OwnSessionRecord } from "../records/user.ts"
import { addAccessErrors } from "../statuses.ts"

export class ConsoleApi extends HttpApiGroup.make("console")
  .add(
    HttpApiEndpoint.post("begin", "/console/session")
      .setPayload(SignIn)
      .addSuccess(OwnSessionRecord, { status: 201 })
      .annotate(Public, true)
      .annotate(NotIdempotent, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "Sign in with an API key or a one-time token")
      .annotate(OpenApi.Description, "Sets the session cookie.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("current", "/console/session")
      .addSuccess(OwnSessionRecord)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Get the current session")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.del("end", "/console/session")
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Sign out")
      .annotate(OpenApi.Description, "Ends the session of this request.")
      .pipe(addAccessErrors),
  )
  .annotate(
    OpenApi.Description,
    "Browser sessions for the console: their cookie is only accepted in requests from the console's own pages.",
  )
  .annotate(OpenApi.Title, "Console") {}

/** Addresses for redirects of browsers. They are no part of the API that clients call. */
export class ProviderApi extends HttpApiGroup.make("provider")
  .add(
    HttpApiEndpoint.get("start", "/console/openid/start")
      .setUrlParams(Schema.Struct({ return: Schema.optional(Schema.String) }))
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Public, true)
      .annotate(LenientQuery, true)
      .annotate(Permission, "anyone"),
  )
  .add(
    HttpApiEndpoint.get("callback", "/console/openid/callback")
      .setUrlParams(Schema.Struct({}))
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Public, true)
      .annotate(LenientQuery, true)
      .annotate(Permission, "anyone"),
  ) {}
