import type { Invitee } from './invitationStore.ts'

export interface Letter {
  subject: string
  text: string
}

/** For somebody who has no password yet: the link sets one. */
export function invitationLetter({ email, company, inviter }: Invitee, link: string, days: number): Letter {
  const name = oneLine(company)
  return {
    subject: `You are invited to ${name}`,
    text: `${inviter ? `${oneLine(inviter)} has added you` : 'You have been added'} to ${name}.

Set a password to begin, within ${days} days:
${link}

You sign in with this address: ${email}
If you did not expect this, leave it: nothing happens until a password is set.`,
  }
}

/** For somebody who signs in on this server already. */
export function addedLetter({ email, company, inviter }: Invitee, signIn: string): Letter {
  const name = oneLine(company)
  return {
    subject: `You were added to ${name}`,
    text: `${inviter ? `${oneLine(inviter)} has added you` : 'You have been added'} to ${name}.

Sign in as before, with ${email} and your password:
${signIn}`,
  }
}

/** A name is free text of others: in a mail it is one short line. */
function oneLine(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 100)
}
