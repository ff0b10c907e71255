/** The words of invitations by link: their lists, and the page that a link opens. */
import { roles } from "./parts/roles.ts"

export default {
  title: "Invitation",
  openAgain: "Open the invitation link again.",
  unknown: "This invitation link has expired, was revoked or has already been used. Ask for a new link.",
  invited: "You are invited to {{place}} with the role {{role}}.",
  invitedBy: "{{by}} invites you to {{place}} with the role {{role}}.",
  expires: "Expires",
  accept: "Accept as {{user}}",
  signIn: "Sign in and accept",
  or: "or create an account",
  username: "Username",
  email: "E-mail",
  emailHint: "Optional.",
  make: "Create account",
  noAccounts:
    "You cannot create an account on this server yourself. Ask the person who invited you to create one for you, then open the link again.",
  provider:
    "If you have no account yet, sign in with your organization. Your first sign-in creates one if your organization is allowed to.",
  key: "Your API key",
  list: {
    title: "Invitations",
    none: "No open invitations.",
    new: "New invitation",
    text: "Anyone with this link gets the role.",
    make: "Create invitation link",
    link: "Invitation link",
    send: "Send this link to the person you invite. It is only shown now.",
    sent: "I have copied the link",
    receivers: {
      link: "People without an account create one when they open the link.",
      provider:
        "People without an account sign in with your organization first. The operator decides for whom that creates an account.",
      nobody:
        "Only people who already have an account can accept. This server does not create accounts from invitations (ANNOTARY_INVITED_ACCOUNTS is off).",
    },
    createAccount: "Create an account for them first",
    contactAdmin: "Ask an admin of this server to create their account first.",
    role: "Role",
    validFor: "Valid for",
    days_one: "{{count}} day",
    days_other: "{{count}} days",
    people: "Maximum number of people",
    peopleHint: "1 to 1000 people can accept the invitation.",
    by: "Created by",
    server: "The server",
    uses: "Accepted",
    usesOf: "{{uses}} of {{most}}",
    created: "Created",
    revoke: "Revoke",
    actions: "Actions",
  },
  roles,
} as const
