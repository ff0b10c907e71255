/** The words of the sign-in page. */
export default {
  title: "Sign in",
  apiKey: "API key",
  apiKeyHint: "It begins with ann_ and is not kept in this browser.",
  submit: "Sign in",
  provider: "Sign in with your organization",
  or: "or",
  wrongKey: "This key is not valid. It may have expired or been revoked.",
  wrongToken: "This link has been used or has expired. Make a new one with `annotary token`.",
  linkRunning: "Signing you in with your link…",
  again: {
    title: "Your session has ended",
    text: "Sign in to continue. What you did on this page is kept.",
    textOf: "Sign in as {{user}} to continue. What you did on this page is kept.",
    close: "Close without signing in",
  },
  recent: {
    title: "Sign in again",
    text: "This needs a sign-in within the last ten minutes. Sign in again as {{user}} to go on.",
    close: "Cancel",
    other: "The key belongs to {{other}}. Use one of {{user}}.",
  },
  errors: {
    unknown: "There is no account for you on this server. Ask one of its admins for one.",
    disabled: "Your account on this server is disabled.",
    name_missing: "Your identity provider gives no name that an account on this server can have.",
    name_taken: "Somebody on this server has your name. Ask an admin to link that account to your identity.",
    denied: "Your identity provider did not sign you in.",
    failed: "The sign-in could not be completed. Begin it again.",
    unavailable: "Your identity provider does not answer. Try again in a minute.",
  },
} as const
