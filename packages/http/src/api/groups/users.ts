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
      .annotate(OpenApi.Summary, "The caller")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.patch("changeMe", "/user")
      .setPayload(OwnChange)
      .addSuccess(UserJson)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Change one's own e-mail address; null removes it")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("list", "/users/")
      .setUrlParams(UserPaging)
      .addSuccess(Schema.Array(ListedAccount))
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "All people and organizations by name")
      .pipe(addAdminErrors),
  )
  .add(
    HttpApiEndpoint.get("audit", "/user/audit/")
      .setUrlParams(AuditPaging)
      .addSuccess(Schema.Array(AuditRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Who changed what about the caller's account and datasets, newest first")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.get("deletedWork", "/user/deleted_workunits/")
      .setUrlParams(WorkunitPaging)
      .addSuccess(Schema.Array(DeletedWorkunitRecord))
      .annotate(Permission, "person")
      .annotate(
        OpenApi.Summary,
        "Pieces of work that are kept of the caller's deleted datasets, newest first",
      )
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.get("auditOfAll", "/audit/")
      .setUrlParams(AuditPaging)
      .addSuccess(Schema.Array(AuditRecord))
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "Who changed what about accounts, newest first; nothing of datasets")
      .pipe(addAdminErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/users/:username")
      .setPath(UserPath)
      .addSuccess(UserJson)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "A person or an organization")
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
      .annotate(OpenApi.Summary, "Disable an account, enable it again, or change its e-mail address")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/users/:username/")
      .setPath(UserPath)
      .setUrlParams(RemovalChoices)
      .addSuccess(RemovalJson)
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Description, recentSignIn)
      .annotate(
        OpenApi.Summary,
        "Delete a person: a pseudonym replaces the name, and keys, rights and the e-mail address are gone",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("createKeyFor", "/users/:username/api_keys/")
      .setPath(UserPath)
      .setPayload(NewKey)
      .addSuccess(NewApiKey, { status: 201 })
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Description, recentSignIn)
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Make a key for a person; the answer shows it this once")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("keys", "/user/api_keys/")
      .addSuccess(Schema.Array(ApiKeyRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "The caller's keys, newest first")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.post("createKey", "/user/api_keys/")
      .setPayload(NewKey)
      .addSuccess(NewApiKey, { status: 201 })
      .annotate(Permission, "person")
      .annotate(OpenApi.Description, recentSignIn)
      .annotate(SecretAnswer, true)
      .annotate(OpenApi.Summary, "Make a key for oneself; the answer shows it this once")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("rotateKey", "/user/api_keys/:key/rotate/")
      .setPath(Schema.Struct({ key: Schema.String }))
      .setPayload(KeyRotation)
      .addSuccess(NewApiKey, { status: 201 })
      .annotate(Permission, "person")
      .annotate(OpenApi.Description, recentSignIn)
      .annotate(SecretAnswer, true)
      .annotate(
        OpenApi.Summary,
        "Replace a key by a new one with the same scope; both work for a time. The answer shows it this once",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("createEmbedToken", "/embed_tokens/")
      .setPayload(NewEmbedToken)
      .addSuccess(EmbedTokenRecord, { status: 201 })
      .annotate(Permission, "person")
      .annotate(
        OpenApi.Description,
        `For a page of another application, where the person can read it: limited to one dataset and a role, or to the webhooks of one account, for at most an hour. Lists of API keys do not contain it. ${recentSignIn}`,
      )
      .annotate(SecretAnswer, true)
      .annotate(
        OpenApi.Summary,
        "Make a short-lived token for oneself, or for a person as a site admin; the answer shows it this once",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("revokeKey", "/user/api_keys/:key/")
      .setPath(Schema.Struct({ key: Schema.String }))
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Revoke a key by its id")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("sessions", "/user/sessions/")
      .addSuccess(Schema.Array(SessionRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "The caller's open sessions in browsers, newest first")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.del("endSession", "/user/sessions/:session/")
      .setPath(SessionPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "End a session by its id")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("webhooks", "/user/webhooks/")
      .addSuccess(UserJson)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "One's own account: `webhooks_enabled` says whether events are written")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.put("enableWebhooks", "/user/webhooks/")
      .addSuccess(UserJson)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Write events of one's datasets from now on")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("disableWebhooks", "/user/webhooks/")
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "Write no more events")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Accounts and their API keys.")
  .annotate(OpenApi.Title, "Users") {}
