// Ways in, sessions and what is kept of somebody.
export default {
  yours: "Your account",
  signIn: "Sign in",
  make: "Make an account",
  linked: "From now on you can sign in with {site} too.",
  stale:
    "You signed in a while ago. What changes who can get into your account asks you to sign in once more: sign out, and in again.",
  name: "Name",
  password: "Password",
  remove: "Remove",

  /** why the other site brought nobody in */
  problem: {
    tooLate: "That took too long. Nothing has changed; please try again.",
    unreachable: "The other site does not answer. Nothing has changed; please try again later.",
    refused: "The other site did not let you in. Nothing has changed.",
    unknown: "Nobody here signs in with that account. Sign out first to make one.",
    taken: "That account belongs to somebody here already, or you have linked as many as can be.",
    other: "Signing in at the other site did not work. Nothing has changed.",
  },

  archive: {
    title: "What is kept of you",
    text: "Your games as SGF, your boards, your training and your settings, as one file.",
    download: "Download it all",
    delete: "Delete the account",
    ask: "Delete the account?",
    warning:
      "Your boards, your training and the ways in are deleted. Games stay with those whom you have played, under “deleted”. This cannot be undone.",
    type: "Type “{name}” to say that you mean it",
    no: "No, keep it",
    yes: "Delete it",
  },

  devices: {
    title: "Devices",
    text: "Where you are signed in. Whatever is open there ends within seconds of being signed out.",
    this: "{title} (this one)",
    on: "{browser} on {system}",
    other: "Another program",
    seen: "Last seen {date}",
    seenFrom: "Last seen {date} from {address}",
    signOut: "Sign out",
    signedOut: "{title} is signed out.",
    others: "Sign out everywhere else",
    othersOut: "You are signed out everywhere else.",
  },

  elsewhere: {
    text: "Another account of yours that lets you in here.",
    nameless: "An account",
    since: "Since {date}",
    removed: "That account lets you in no more.",
    add: "Sign in there to add one",
  },

  email: {
    title: "E-mail",
    has: "A forgotten password can be reset by mail to {address}.",
    none: "With an address a forgotten password can be reset. Nobody else sees it.",
    address: "Address",
    another: "Another address",
    send: "Send the letter",
    sent: "A letter is on its way there. The address counts once you have opened its link.",
    forget: "Forget {address}",
    forgotten: "The address was forgotten.",
  },

  enter: {
    text: "Playing, analysing and training need no account. With one you have a name that is yours alone, a rank, and your games on every device; you can share boards and begin studies.",
    ways: "Ways in",
  },

  letter: {
    reset: "A new password",
    verify: "Your address",
    password: "New password for {name}",
    reaches: "Mail reaches {name} at this address.",
    have: "Have this password",
    mine: "Yes, that is mine",
  },

  passkeys: {
    title: "Passkeys",
    text: "A device or a key that lets you in without a password. Have two, so that losing one loses nothing.",
    field: "Title of the passkey",
    keep: "Keep",
    used: "Added {created}, last used {used}",
    usedElsewhere: "Added {created}, last used {used}; good at another address of this server only",
    rename: "Rename",
    add: "Add a passkey",
    old: "This browser has no passkeys.",
    address: "None can be added here: passkeys need an address that begins with https and is a name.",
    added: "The passkey was added.",
    ask: "Remove this passkey?",
    warning: "“{title}” will let nobody in any more.",
    yes: "Remove it",
    removed: "“{title}” lets nobody in any more.",
  },

  passwords: {
    has: "You can sign in with your name and a password.",
    none: "You have none, and need none as long as there is another way in.",
    old: "The one that you have",
    new: "The new one",
    change: "Change it",
    changed: "The password was changed, and you are signed out everywhere else.",
    set: "Have this one",
    remove: "Remove the password",
    removed: "The account has no password any more.",
  },

  redeem: {
    title: "Sign in with a code",
    text: "The operator of this server has given you a code. It is good once.",
    code: "Code",
    done: "You are signed in as <strong>{name}</strong>. Choose a way to sign in next time: the code is used up.",
  },

  codes: {
    title: "Codes",
    text: "An authenticator app can give a code that your password needs beside it. Recovery codes let you in when your devices are lost: keep them on paper.",
    write: "<strong>Write these down now: they are not shown again.</strong> Each is good once.",
    picture: "A code to photograph with the app",
    secret: "Or type this into the app: <code>{secret}</code>",
    field: "The code that the app shows now",
    turnOn: "Turn it on",
    notNow: "Not now",
    on: "From now on your password needs a code of the app.",
    turnOff: "Ask for no code any more",
    off: "The password alone lets you in again.",
    useApp: "Use an authenticator app",
    make: "Make recovery codes",
    renew_one: "New recovery codes ({count, number} left)",
    renew_other: "New recovery codes ({count, number} left)",
  },

  in: {
    passkey: "Sign in with a passkey",
    elsewhere: "Sign in with {site}",
    recoveryCode: "Recovery code",
    anyCode: "Code of your authenticator app, or a recovery code",
    guest:
      "What you played here as a guest stays apart from that account: it is here again when you sign out.",
    havePassword: "I have a password",
    haveCode: "I have only a recovery code",
    forgot: "I forgot the password",
    sent: "If that account has an e-mail address, a letter with a link is on its way to it.",
  },

  up: {
    free: "“{name}” is free.",
    rules: "Others see it. Letters, digits, and a few signs between them.",
    passkey: "Make it with a passkey",
    passkeyText: "Nothing to remember: this device, your phone or a key lets you in.",
    elsewhere: "Make it with {site}",
    orPassword: "Or a password",
    passwordShort: "That is too short: at least 8 characters, and not one that is easily guessed.",
    passwordRule: "At least 8 characters, and not one that is easily guessed.",
    make: "Make it with a password",
    guest: "What you have played and trained here as a guest goes with you into the new account.",
    /** on the first page after that */
    made: "So that you can always come back: make <account>recovery codes</account> under your account.",
  },
} as const;
