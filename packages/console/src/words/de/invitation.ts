/** The German words of the page that a link of an invitation opens. */
import type { Translation } from "../words.ts"

export default {
  title: "Einladung",
  openAgain: "Öffnen Sie den Link der Einladung noch einmal.",
  unknown: "Diese Einladung ist abgelaufen, widerrufen oder schon benutzt. Bitten Sie um einen neuen Link.",
  invited: "Sie sind zu {{place}} eingeladen, mit der Rolle {{role}}.",
  invitedBy: "{{by}} lädt Sie zu {{place}} ein, mit der Rolle {{role}}.",
  expires: "Läuft ab",
  accept: "Als {{user}} annehmen",
  signIn: "Anmelden und annehmen",
  or: "oder ein Konto anlegen",
  username: "Benutzername",
  email: "E-Mail",
  emailHint: "Nicht nötig.",
  make: "Konto anlegen",
  noAccounts:
    "Dieser Server legt mit Einladungen keine Konten an. Bitten Sie die Person, die Sie eingeladen hat, um ein Konto.",
  key: "Ihr API-Schlüssel",
  roles: { labeler: "Labeler", reviewer: "Prüfer", manager: "Manager", admin: "Admin" },
} satisfies Translation<"invitation">
