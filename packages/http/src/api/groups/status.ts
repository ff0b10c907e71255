/** Endpoints without a dataset: status, health, metrics and the API descriptions. */
import { AnyObject, NotFound } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Permission } from "../permission.ts"
import { LenientQuery, Public } from "../rawJson.ts"
import { ServerStatus } from "../records/serverStatus.ts"
import { addAdminErrors, addKeyErrors, statuses } from "../statuses.ts"

const Ok = Schema.Struct({ status: Schema.Literal("ok") })
const makeTextResponse = (contentType: string) => HttpApiSchema.Text({ contentType })

const health = HttpApiEndpoint.get("health", "/healthz")
  .addSuccess(Ok)
  .annotate(Public, true)
  .annotate(Permission, "anyone")
  .annotate(OpenApi.Summary, "Check that the process is running")

const ready = HttpApiEndpoint.get("ready", "/readyz")
  .addSuccess(Ok)
  .annotate(Public, true)
  .annotate(Permission, "anyone")
  .annotate(OpenApi.Summary, "Check that the database is available, writable and intact")

const metrics = HttpApiEndpoint.get("metrics", "/metrics")
  .addSuccess(makeTextResponse("text/plain; version=0.0.4; charset=utf-8"))
  .annotate(Public, true)
  .annotate(Permission, "site_admin")
  .annotate(OpenApi.Summary, "Get metrics in the Prometheus text format")
  .pipe(addAdminErrors)
  .addError(NotFound, { status: statuses.NotFound })

export class StatusApi extends HttpApiGroup.make("status")
  .add(
    HttpApiEndpoint.get("status", "/api_status/")
      .setUrlParams(Schema.Struct({ lib_version: Schema.optional(Schema.String) }))
      .addSuccess(Schema.Struct({ status: Schema.Literal("ok"), version: Schema.String }))
      .annotate(Permission, "person")
      .annotate(LenientQuery, true)
      .annotate(OpenApi.Summary, "Check an API key, and get the server version")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.get("server", "/server_status/")
      .addSuccess(ServerStatus)
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "Get the version, roles and backlog of the server")
      .pipe(addAdminErrors),
  )
  .add(health)
  .add(ready)
  .add(metrics)
  .add(
    HttpApiEndpoint.get("openapi", "/openapi.json")
      .addSuccess(AnyObject)
      .annotate(Public, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "Get this OpenAPI document"),
  )
  .add(
    HttpApiEndpoint.get("docs", "/docs")
      .addSuccess(makeTextResponse("text/html; charset=utf-8"))
      .annotate(Public, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "Show this document as a web page"),
  )
  .add(
    HttpApiEndpoint.get("configurationSchema", "/configuration/schema.json")
      .addSuccess(
        AnyObject.pipe(HttpApiSchema.withEncoding({ kind: "Json", contentType: "application/schema+json" })),
      )
      .annotate(Public, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "Get the JSON Schema (2020-12) of the label-editor configuration"),
  )
  .annotate(OpenApi.Description, "Status, health and metrics, and this document.")
  .annotate(OpenApi.Title, "Status") {}

/** The endpoints of a port for operators: health and metrics without the API. */
export class OperationsApi extends HttpApiGroup.make("operations").add(health).add(ready).add(metrics) {}
