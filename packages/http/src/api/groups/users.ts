/** Accounts, API keys and organizations. */
import { RemovalJson, UserJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  AuditPaging,
  RemovalChoices,
  SessionPath,
  UserPaging,
  UserPath,
  WorkunitPaging,
} from "../parameters.ts"
import { KeyRotation, NewEmbedToken, NewKey, NewUser, OwnChange, UserChange } from "../payloads/account.ts"
import { Permission, recentSignIn } from "../permission.ts"
import { SecretAnswer } from "../rawJson.ts"
import {
  ApiKeyRecord,
  AuditRecord,
  EmbedTokenRecord,
  ListedAccount,
  NewApiKey,
  SessionRecord,
} from "../records/user.ts"
import { DeletedWorkunitRecord } from "../records/work.ts"
import {
  addAccessErrors,
  addAdminErrors,
  addChangeErrors,
  addKeyErrors,
  addNamingErrors,
} from "../statuses.ts"

export class UsersApi extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("me", "/user")
      .addSuccess(UserJson)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Get the authenticated user")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.patch("changeMe", "/user")
      .setPayload(OwnChange)
      .addSuccess(UserJson)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Change your e-mail address")
      .annotate(OpenApi.Description, "`null` removes it.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/users/")
      .setUrlParams(UserPaging)
      .addSuccess(Schema.Array(ListedAccount))
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "List all people and organizations by name")
      .pipe(addAdminErrors),
  )
  .add(
    HttpApiEndpoint.get("audit", "/user/audit/")
      .setUrlParams(AuditPaging)
      .addSuccess(Schema.Array(AuditRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List audit entries of your account and datasets, newest first")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.get("deletedWork", "/user/deleted_workunits/")
      .setUrlParams(WorkunitPaging)
      .addSuccess(Schema.Array(DeletedWorkunitRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List retained workunits of your deleted datasets, newest first")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.get("auditOfAll", "/audit/")
      .setUrlParams(AuditPaging)
      .addSuccess(Schema.Array(AuditRecord))
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "List audit entries about accounts, newest first")
      .annotate(OpenApi.Description, "Entries about datasets are not included.")
      .pipe(addAdminErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/users/:username")
      .setPath(UserPath)
      .addSuccess(UserJson)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Get a person or an organization")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/users/")
      .setPayload(NewUser)
      .addSuccess(UserJson, { status: 201 })
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "Create a person or an organization")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.patch("change", "/users/:username/")
      .setPath(UserPath)
      .setPayload(UserChange)
      .addSuccess(UserJson)
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "Disable or enable an account, or change its e-mail address")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/users/:username/")
      .setPath(UserPath)
      .setUrlParams(RemovalChoices)
      .addSuccess(RemovalJson)
      .annotate(Permission, "site_admin")
      .annotate(
        OpenApi.Description,
        `Deletes the API keys, roles and e-mail address of the person. Finished work is kept under the pseudonym. ${recentSignIn}`,
      )
      .annotate(OpenApi.Summary, "Delete a person, and replace their name by a pseudonym")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("createKeyFor", "/users/:username/api_keys/")
      .setPath(UserPath)
      .setPayload(NewKey)
      .addSuccess(NewApiKey, { status: 201 })
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Description, `The key is only shown in this response. ${recentSignIn}`)
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Create an API key for a person")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("keys", "/user/api_keys/")
      .addSuccess(Schema.Array(ApiKeyRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List your API keys, newest first")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.post("createKey", "/user/api_keys/")
      .setPayload(NewKey)
      .addSuccess(NewApiKey, { status: 201 })
      .annotate(Permission, "person")
      .annotate(OpenApi.Description, `The key is only shown in this response. ${recentSignIn}`)
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Create an API key for yourself")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("rotateKey", "/user/api_keys/:key/rotate/")
      .setPath(Schema.Struct({ key: Schema.String }))
      .setPayload(KeyRotation)
      .addSuccess(NewApiKey, { status: 201 })
      .annotate(Permission, "person")
      .annotate(
        OpenApi.Description,
        `Both keys work until \`overlap_seconds\` have passed. The new key is only shown in this response. ${recentSignIn}`,
      )
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Rotate an API key: create a new key with the same scope")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("createEmbedToken", "/embed_tokens/")
      .setPayload(NewEmbedToken)
      .addSuccess(EmbedTokenRecord, { status: 201 })
      .annotate(Permission, "person")
      .annotate(
        OpenApi.Description,
        `For pages of another application. The token is restricted to one dataset and a role, or to the webhooks of one account, and is valid for at most an hour. Site admins can create tokens for other people. The token is only shown in this response; lists of API keys do not contain it. ${recentSignIn}`,
      )
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Create a short-lived embed token")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("revokeKey", "/user/api_keys/:key/")
      .setPath(Schema.Struct({ key: Schema.String }))
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Revoke an API key")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("sessions", "/user/sessions/")
      .addSuccess(Schema.Array(SessionRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List your browser sessions, newest first")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.del("endSession", "/user/sessions/:session/")
      .setPath(SessionPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "End a browser session")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("webhooks", "/user/webhooks/")
      .addSuccess(UserJson)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Get the webhook setting of your account")
      .annotate(OpenApi.Description, "`webhooks_enabled` says whether events are recorded.")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.put("enableWebhooks", "/user/webhooks/")
      .addSuccess(UserJson)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Enable webhooks for your datasets")
      .annotate(OpenApi.Description, "Events are recorded from now on.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("disableWebhooks", "/user/webhooks/")
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Disable webhooks")
      .annotate(OpenApi.Description, "Events are no longer recorded or sent. Endpoints are kept.")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Accounts and their API keys.")
  .annotate(OpenApi.Title, "Users") {}
