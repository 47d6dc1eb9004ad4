/** Words of what only games among people have: who is waited for, and who has left. They come with those. */
import { learn } from "./strings";

export const others = {
  "lobby.text": "Send this link, or let them scan the code. The game starts when they open it.",
  "lobby.localTitle": "This link works on this computer only.",
  "lobby.local": "For another device, start Sandtable so that your network can reach it, and open it here by this computer's address instead of {host}:",
  "lobby.seat": "Seat of {side}",
  "lobby.copy": "Copy link",
  "lobby.open": "Open it to anyone",
  "lobby.opened": "Anyone may sit down. Your game stands on the first page until somebody does; stay here.",
  "lobby.withdraw": "Withdraw the offer",
  "lobby.watch": "Link for watchers",
  "lobby.here": "here",
  "lobby.away": "not here yet",
  "lobby.qr": "QR code of the link",
  "away.soon": "{name} has been away for {time}. You can claim the game in {left}.",
  "away.now": "{name} has been away for {time}. Claim the game, or wait.",
  "away.win": "Claim the win",
  "away.winBot": "Let a bot play on",
  "away.draw": "Call it a draw",
  "away.wait": "Wait",
  "away.say": "{name} has left. You can claim the game later.",
} as const;
learn(others);
