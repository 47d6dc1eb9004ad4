/** The words of the puzzle pages: they come with them. */
import { learn, t, type Key } from "../lib/strings";

const en = {
  "puzzles.title": "Puzzles",
  "puzzles.intro": "Positions from games of bots in which one answer is clearly best. First choose, then see what each is worth.",
  "puzzles.daily": "Puzzle of the day",
  "puzzles.day": "Daily · {date}",
  "puzzles.dailyDone": "Solved today. A new one comes at midnight (UTC).",
  "puzzles.dailyMissed": "Answered today. A new one comes at midnight (UTC).",
  "puzzles.solve": "Solve it",
  "puzzles.look": "Look again",
  "puzzles.days#one": "{n} day in a row",
  "puzzles.days#other": "{n} days in a row",
  "puzzles.row": "{n} right in a row, {best} at best",
  "puzzles.count": "{n} of {of} answered, {right} right",
  "puzzles.game": "Game",
  "puzzles.theme": "Theme",
  "puzzles.difficulty": "Difficulty",
  "puzzles.any": "All",
  "puzzles.level": "Difficulty {n} of 5",
  "puzzles.right": "solved",
  "puzzles.wrong": "missed",
  "puzzles.none": "No puzzle is like this.",
  "puzzles.nothing": "No puzzles are installed.",
  "puzzle.answers": "Answers",
  "puzzle.for": "You are {side}.",
  "puzzle.choose": "Choose an answer",
  "puzzle.hint": "Hint",
  "puzzle.hinted": "{letter} is the worst of them.",
  "puzzle.next": "Next puzzle",
  "puzzle.play": "Play it out",
  "puzzle.share": "Share",
  "puzzle.shared": "A line without the answer is in your clipboard.",
  "puzzle.unshared": "The browser does not let the page copy. The line is: {line}",
  "puzzle.win": "win",
  "puzzle.draw": "draw",
  "puzzle.loss": "loss",
  "puzzle.bar": "win {win} %, draw {draw} %, loss {loss} %",
  "puzzle.exact": "exact values, every die counted",
  "puzzle.about": "about, {n} playouts of each",
  "puzzle.mixed": "exact where it says so, else {n} playouts",
  "puzzle.isExact": "exact",
  "puzzle.isAbout": "± {n}",
  "puzzle.youBest": "You chose {letter}, the best.",
  "puzzle.youOther": "You chose {letter}. {best} is worth {n} points more (a draw counts half).",
  "puzzle.best": "best",
  "puzzle.yours": "yours",
  "puzzle.lineRight": "solved at the first try",
  "puzzle.lineWrong": "not solved",
  "puzzle.line": "Sandtable puzzle, {title}, {place}, difficulty {n} of 5: {result}.",
  "puzzle.lineDaily": "Sandtable puzzle of {date}, {title}, difficulty {n} of 5: {result}.",
} as const;

learn(en);

type Base<K extends string> = K extends `${infer B}#${string}` ? B : K;

export const w = (key: Base<keyof typeof en>, fill: Record<string, string | number> = {}): string => t(key as Key, fill);
