/** The settings of how people sign in with a browser. */
import { groupRoles } from "../openid/groupRoles.ts"
import type { Setting } from "./Setting.ts"
import { issuerUrl, list, makeChoice, makeSecret, makeSetting, origins, text } from "./Setting.ts"

/** The settings of the console, of invitations and of the identity provider, by the name of their value. */
export const signInSettings = {
  console: makeSetting(
    "ANNOTARY_CONSOLE",
    makeChoice("on", "off"),
    "on",
    "Whether the web console is served at `/console/`, where people sign in. Session cookies are only accepted while it is `on`.",
  ),
  consoleAssetOrigins: makeSetting(
    "ANNOTARY_CONSOLE_ASSET_ORIGINS",
    origins,
    "",
    "Other origins from which the console loads files of samples, such as `https://bucket.s3.example`. Default: none.",
  ),
  consolePlainHttp: makeSetting(
    "ANNOTARY_CONSOLE_PLAIN_HTTP",
    makeChoice("loopback", "anywhere"),
    "loopback",
    "Where people can sign in over plain HTTP: only at `loopback` addresses, or `anywhere`, where others in the network can read cookies.",
  ),
  invitedAccounts: makeSetting(
    "ANNOTARY_INVITED_ACCOUNTS",
    makeChoice("on", "off"),
    "off",
    "Whether people without an account can create one with an invitation link.",
  ),
  openidIssuer: makeSetting(
    "ANNOTARY_OPENID_ISSUER",
    issuerUrl,
    "",
    "Issuer of the identity provider with which people [sign in](docs/sign-in.md), by OpenID Connect. Default: none.",
  ),
  openidClientId: makeSetting(
    "ANNOTARY_OPENID_CLIENT_ID",
    text,
    "",
    "Id of this server at the identity provider.",
  ),
  openidClientSecret: makeSetting(
    "ANNOTARY_OPENID_CLIENT_SECRET",
    makeSecret(() => true, ""),
    "",
    "Secret of this server at the identity provider. Default: none, as a public client.",
  ),
  openidScopes: makeSetting(
    "ANNOTARY_OPENID_SCOPES",
    list,
    "openid,profile,email",
    "Scopes requested from the identity provider.",
  ),
  openidNameClaim: makeSetting(
    "ANNOTARY_OPENID_NAME_CLAIM",
    text,
    "preferred_username",
    "Claim with the name of a new account.",
  ),
  openidGroupsClaim: makeSetting(
    "ANNOTARY_OPENID_GROUPS_CLAIM",
    text,
    "groups",
    "Claim with the groups of a person.",
  ),
  openidRoles: makeSetting(
    "ANNOTARY_OPENID_ROLES",
    groupRoles,
    "",
    "Roles by group, such as `label-team=acme:labeler,leads=acme:admin`. Granted and revoked at each sign-in.",
  ),
  openidCreate: makeSetting(
    "ANNOTARY_OPENID_CREATE",
    makeChoice("nobody", "groups", "everybody"),
    "groups",
    "Who gets an account at their first sign-in: `nobody`, people with a role by `groups`, or `everybody` whom the provider signs in.",
  ),
} as const satisfies { readonly [key: string]: Setting<unknown> }
