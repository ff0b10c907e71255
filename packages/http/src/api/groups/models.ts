/** Accounts of models. */
import { ModelJson, ModelVersionJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { AccountPaging, ModelPath, UserPath } from "../parameters.ts"
import { NewKey } from "../payloads/account.ts"
import { ModelChange, NewModel, NewModelVersion } from "../payloads/model.ts"
import { Permission, recentSignIn } from "../permission.ts"
import { SecretAnswer } from "../rawJson.ts"
import { ApiKeyRecord, NewApiKey } from "../records/user.ts"
import { addAccessErrors, addChangeErrors, addNamingErrors } from "../statuses.ts"

export class ModelsApi extends HttpApiGroup.make("models")
  .add(
    HttpApiEndpoint.post("create", "/users/:username/models/")
      .setPath(UserPath)
      .setPayload(NewModel)
      .addSuccess(ModelJson, { status: 201 })
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Create a model of an organization or a person")
      .annotate(
        OpenApi.Description,
        "Admins of an organization create models of it. Only site admins create models of people.",
      )
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/users/:username/models/")
      .setPath(UserPath)
      .setUrlParams(AccountPaging)
      .addSuccess(Schema.Array(ModelJson))
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "List the models of an organization or a person by name")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/models/:model/")
      .setPath(ModelPath)
      .addSuccess(ModelJson)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Get a model and its versions")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.patch("update", "/models/:model/")
      .setPath(ModelPath)
      .setPayload(ModelChange)
      .addSuccess(ModelJson)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Rename, disable or enable a model")
      .annotate(
        OpenApi.Description,
        "Only the display name changes. API keys of a disabled model do not work.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("addVersion", "/models/:model/versions/")
      .setPath(ModelPath)
      .setPayload(NewModelVersion)
      .addSuccess(ModelVersionJson, { status: 201 })
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Add a version to a model")
      .annotate(OpenApi.Description, "Versions never change, because labels name them.")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.get("keys", "/models/:model/api_keys/")
      .setPath(ModelPath)
      .addSuccess(Schema.Array(ApiKeyRecord))
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "List the API keys of a model, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("createKey", "/models/:model/api_keys/")
      .setPath(ModelPath)
      .setPayload(NewKey)
      .addSuccess(NewApiKey, { status: 201 })
      .annotate(Permission, "organization_admin")
      .annotate(
        OpenApi.Description,
        `The key is only shown in this response. Rotate and revoke it like your own. ${recentSignIn}`,
      )
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Create an API key of a model")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Accounts of models, which label samples before people do.")
  .annotate(OpenApi.Title, "Models") {}
