/** The words of the page that a link of an invitation opens. */
export default {
  title: "Invitation",
  openAgain: "Open the link of the invitation again.",
  unknown: "This invitation has expired, was revoked, or was already used. Ask for a new link.",
  invited: "You are invited to {{place}}, with the role {{role}}.",
  invitedBy: "{{by}} invites you to {{place}}, with the role {{role}}.",
  expires: "Expires",
  accept: "Accept as {{user}}",
  signIn: "Sign in and accept",
  or: "or make an account",
  username: "Username",
  email: "E-mail",
  emailHint: "Not required.",
  make: "Create account",
  noAccounts:
    "This server creates no accounts with invitations. Ask the person who invited you for an account.",
  key: "Your API key",
  roles: { labeler: "Labeler", reviewer: "Reviewer", manager: "Manager", admin: "Admin" },
} as const
